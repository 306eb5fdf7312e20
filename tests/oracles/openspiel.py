"""Comparison with OpenSpiel.

Its move is three actions: the squares of the amazon, of its target and of the arrow. A square is
row·N + column, with row 0 at the top. Player 0 is X, starts at the bottom and moves first: our White.
"""

import importlib.metadata

import pyspiel

from comparison import Counts, require_equal, require_equal_sets

VERSION = importlib.metadata.version("open_spiel")
SIZES = (6, 8, 10)
LETTERS = {"X": "Q", "O": "q", "#": "*"}
COLUMNS = "abcdefghij"
SAMPLED_MOVES = 3


def compare_games(thermodon, random, positions):
    """Random games on each board size in turn, sent as a list of moves."""
    counts = Counts()
    while counts.positions < positions:
        for size in SIZES:
            _compare_game(thermodon, random, counts, size)
    return counts


def _compare_game(thermodon, random, counts, size):
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
        counts.positions += 1
        counts.moves += len(turns)
        side = {"w": "b", "b": "w"}[side]
        for turn in random.sample(turns, min(SAMPLED_MOVES, len(turns))):
            thermodon.set_position(fen, [_move(turn, size)])
            after = _board_and_side(_after(state, turn), size, side)
            require_equal(" ".join(thermodon.fen().split()[:2]), after, f"the position after {turn}", fen)
            counts.resulting_positions += 1
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
    counts.finished_games += 1


def _turns(state):
    """All moves as triples of actions; none at the end of the game."""
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
    """First two fields of a FEN, from the text of the state, the only access to its board."""
    rows = str(state).split()[:size]
    return "/".join(_fen_row(row) for row in rows) + " " + side


def _fen_row(text):
    row, empty = "", 0
    for letter in text + "|":
        if letter == ".":
            empty += 1
        else:
            row += (str(empty) if empty else "") + LETTERS.get(letter, "")
            empty = 0
    return row
