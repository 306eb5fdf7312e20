from pyspiel import Game, State

def alpha_beta_search(
    game: Game, state: State, *, maximizing_player_id: int
) -> tuple[float, int]: ...
