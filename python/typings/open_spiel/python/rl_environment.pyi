from typing import Any

from pyspiel import Game

class TimeStep:
    observations: dict[str, Any]
    rewards: list[float]

    def last(self) -> bool: ...

class Environment:
    def __init__(self, game: Game) -> None: ...
    def reset(self) -> TimeStep: ...
    def step(self, actions: list[int]) -> TimeStep: ...
