from numpy.random import RandomState
from pyspiel import Bot

class UniformRandomBot(Bot):
    def __init__(self, player_id: int, rng: RandomState) -> None: ...
