"""What the comparisons share: how much was compared, and how a difference is reported."""

from dataclasses import dataclass


class Difference(Exception):
    """Our program and an oracle disagree; the text says where and how."""


@dataclass
class Tally:
    """How much was found equal."""

    positions: int = 0
    moves: int = 0
    resulting_positions: int = 0
    finished_games: int = 0

    def __str__(self):
        return (
            f"{self.positions} positions, {self.moves} moves, "
            f"{self.resulting_positions} resulting positions, {self.finished_games} finished games"
        )


def require_equal_sets(ours, theirs, what, position):
    """Raises a Difference that names the first few members that only one side has."""
    if ours == theirs:
        return
    only_ours = " ".join(map(str, sorted(ours - theirs)[:5])) or "nothing"
    only_theirs = " ".join(map(str, sorted(theirs - ours)[:5])) or "nothing"
    raise Difference(
        f"{what} in {position}: we have {len(ours)}, the oracle {len(theirs)}; "
        f"only ours: {only_ours}; only the oracle's: {only_theirs}"
    )


def require_equal(ours, theirs, what, position):
    """Raises a Difference that shows both values."""
    if ours != theirs:
        raise Difference(f"{what} in {position}: we say {ours!r}, the oracle {theirs!r}")
