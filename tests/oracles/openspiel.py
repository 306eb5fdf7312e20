"""Our rules against OpenSpiel's.

Its turn is three actions: the square of an amazon, where it goes, where the arrow lands; a square
is row·N + column, with row 0 at the top. Player 0 is X, sits at the bottom and moves first: White,
for us.
"""

import importlib.metadata

import pyspiel

from tally import Tally, require_equal, require_equal_sets

VERSION = importlib.metadata.version("open_spiel")
SIZES = (6, 8, 10)
LETTERS = {"X": "Q", "O": "q", "#": "*"}
COLUMNS = "abcdefghij"
OTHER_MOVES_TO_PLAY = 3


def compare_games(thermodon, random, positions):
    """Random games on each size in turn, given to our program as a list of moves."""
    tally = Tally()
    while tally.positions < positions:
        for size in SIZES:
            _compare_game(thermodon, random, tally, size)
    return tally


def _compare_game(thermodon, random, tally, size):
    state = pyspiel.load_game(f"amazons(board_size={size})").new_initial_state()
    start = _board_and_side(state, size, "w") + " - - 0 1"
    side, moves = "w", []
    while True:
        thermodon.set_position(start, moves)
        expected = _board_and_side(state, size, side)
        fen = thermodon.fen()
        require_equal(" ".join(fen.split()[:2]), expected, f"the position after {len(moves)} moves", fen)
        turns = _turns(state)
        ours = thermodon.legal_moves()
        require_equal_sets(ours, {_move(turn, size) for turn in turns}, "legal moves", fen)
        tally.positions += 1
        tally.moves += len(turns)
        side = {"w": "b", "b": "w"}[side]
        for turn in random.sample(turns, min(OTHER_MOVES_TO_PLAY, len(turns))):
            thermodon.set_position(fen, [_move(turn, size)])
            after = _board_and_side(_after(state, turn), size, side)
            require_equal(" ".join(thermodon.fen().split()[:2]), after, f"the position after {turn}", fen)
            tally.resulting_positions += 1
        if not turns:
            break
        turn = random.choice(turns)
        state = _after(state, turn)
        moves.append(_move(turn, size))
    require_equal(not ours, state.is_terminal(), "the end of the game", fen)
    winner = {(1.0, -1.0): "white", (-1.0, 1.0): "black"}.get(tuple(state.returns()))
    require_equal(thermodon.winner(fen), winner, "the winner", fen)
    thermodon.set_position(fen, [])
    require_equal(thermodon.best_move(), "(none)", "the best move at the end", fen)
    tally.finished_games += 1


def _turns(state):
    """All turns from a state in which an amazon is to be chosen; none at the end of the game."""
    turns = []
    for origin in [] if state.is_terminal() else state.legal_actions():
        chosen = state.child(origin)
        for target in chosen.legal_actions():
            turns.extend((origin, target, arrow) for arrow in chosen.child(target).legal_actions())
    return turns


def _after(state, turn):
    after = state.clone()
    for action in turn:
        after.apply_action(action)
    return after


def _move(turn, size):
    origin, target, arrow = (COLUMNS[action % size] + str(size - action // size) for action in turn)
    return f"{origin}{target},{target}{arrow}"


def _board_and_side(state, size, side):
    """The first two fields of a FEN. The state's own picture is the only place that shows its board."""
    rows = str(state).split()[:size]
    return "/".join(_fen_row(row) for row in rows) + " " + side


def _fen_row(picture):
    row, empty = "", 0
    for letter in picture + "|":
        if letter == ".":
            empty += 1
        else:
            row += (str(empty) if empty else "") + LETTERS.get(letter, "")
            empty = 0
    return row
