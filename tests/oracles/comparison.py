"""Counters and assertions of the comparisons."""

from dataclasses import dataclass


class Difference(Exception):
    """Thermodon and an oracle disagree; the message has the position and both answers."""


@dataclass
class Counts:
    """Number of equal items."""

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
    """Raises a Difference that lists members of one set only, at most five each."""
    if ours == theirs:
        return
    only_ours = " ".join(map(str, sorted(ours - theirs)[:5])) or "nothing"
    only_theirs = " ".join(map(str, sorted(theirs - ours)[:5])) or "nothing"
    raise Difference(
        f"{what} in {position}: {len(ours)} ours, {len(theirs)} of the oracle; "
        f"only ours: {only_ours}; only the oracle: {only_theirs}"
    )


def require_equal(ours, theirs, what, position):
    """Raises a Difference with both values."""
    if ours != theirs:
        raise Difference(f"{what} in {position}: ours {ours!r}, oracle {theirs!r}")
