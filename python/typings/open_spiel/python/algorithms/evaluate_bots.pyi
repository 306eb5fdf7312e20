from collections.abc import Sequence

from pyspiel import Bot, State

def evaluate_bots(state: State, bots: Sequence[Bot], rng: object) -> list[float]: ...
