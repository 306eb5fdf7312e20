"""Environments and players for PettingZoo, Gymnasium and OpenSpiel.

Each module needs its framework, which an extra of the package installs: ``pettingzoo``,
``gymnasium`` or ``openspiel``. All of them share the actions of ``thermodon.adapters.actions``.
"""


def missing_framework(extra: str, error: ImportError) -> ImportError:
    """The error of an adapter whose framework cannot be imported."""
    return ImportError(
        f"thermodon.adapters.{extra} cannot import its framework ({error}): "
        f"install it with pip install './python[{extra}]'"
    )
