"""The same legal moves and results as pyffish (Fairy-Stockfish) and pyspiel (OpenSpiel) in random
games; their number is ``THERMODON_ORACLE_GAMES`` (30)."""

import os
import random
from typing import Any

import pyffish
import pyspiel

from thermodon import BLACK, WHITE, Board, Move, square

GAMES = int(os.environ.get("THERMODON_ORACLE_GAMES", "30"))
# Boards of successive games; those on 10x10 take the other programs longest.
SIZES = (10, 6, 6, 8, 6, 6, 8, 6, 6, 6)

pyffish.load_variant_config(
    "\n".join(f"[amazons{size}:amazons]\nmaxFile = {size}\nmaxRank = {size}" for size in set(SIZES))
)


def test_pyffish() -> None:
    choice = random.Random(1)
    for number in range(GAMES):
        size = SIZES[number % len(SIZES)]
        variant, board = f"amazons{size}", Board(f"{size}x{size}")
        fen = board.fen()
        while True:
            assert board.fen() == fen
            legal = pyffish.legal_moves(variant, fen, [])
            assert len(board.legal_moves) == len(legal)
            assert {move.uci() for move in board.legal_moves} == set(legal)
            if not legal:
                break
            move = choice.choice(legal)
            board.push_text(move)
            fen = pyffish.get_fen(variant, fen, [move])
        lost = pyffish.game_result(variant, fen, []) == -pyffish.VALUE_MATE
        outcome = board.outcome()
        assert lost and outcome is not None and outcome.winner is ~board.turn


def test_pyspiel() -> None:
    choice = random.Random(2)
    for number in range(GAMES):
        size = SIZES[number % len(SIZES)]
        state = pyspiel.load_game(f"amazons(board_size={size})").new_initial_state()
        rows = str(state).split()[:size]
        # X is player 0, who moves first: our White.
        board = Board("|".join(rows).replace("X", "W").replace("O", "x").replace("W", "o") + " w")
        while True:
            turns = openspiel_turns(state)
            legal = [openspiel_move(turn, size) for turn in turns]
            assert len(board.legal_moves) == len(legal)
            assert set(board.legal_moves) == set(legal)
            if not turns:
                break
            index = choice.randrange(len(turns))
            for action in turns[index]:
                state.apply_action(action)
            board.push(legal[index])
        assert state.is_terminal()
        winner = {1.0: WHITE, -1.0: BLACK}[state.returns()[0]]
        outcome = board.outcome()
        assert outcome is not None and outcome.winner is winner


def openspiel_turns(state: Any) -> list[tuple[int, int, int]]:
    """All moves as triples of actions; none at the end of the game."""
    turns: list[tuple[int, int, int]] = []
    for origin in [] if state.is_terminal() else state.legal_actions():
        chosen = state.child(origin)
        for target in chosen.legal_actions():
            turns.extend((origin, target, arrow) for arrow in chosen.child(target).legal_actions())
    return turns


def openspiel_move(turn: tuple[int, int, int], size: int) -> Move:
    """A move, whose squares are row·size + column with row 0 at the top."""
    return Move(*(square(action % size, size - 1 - action // size) for action in turn))
