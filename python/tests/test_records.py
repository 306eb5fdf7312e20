"""Game records."""

import pickle
from pathlib import Path

import pytest

import thermodon
from thermodon import BLACK, Board, Game, Move, read_games

DATA = Path(__file__).parents[2] / "tests" / "data" / "games"


def test_trees_keep_comments_and_variations() -> None:
    game = Game(Board("6x6"))
    first, second = game.root.board().legal_moves[:2]
    node = game.root.add_move(first, comment="good")
    other = game.root.add_move(second)
    other.comment, other.evaluation, other.seconds = "better", 1.5, 3.0
    reply = node.add_move(node.board().legal_moves[0])
    game.black, game.white, game.result = "Penthesilea", "Achilles", "B+R"
    game.date, game.event, game.place = "2026-11-18", "Cup", "Themiscyra"
    for read in (Game.from_text(game.to_text("sgf")), pickle.loads(pickle.dumps(game))):
        assert read == game and read is not game
        assert [child.comment for child in read.root.children] == ["good", "better"]
        better = read.root.children[1]
        assert (better.evaluation, better.seconds, better.move) == (1.5, 3.0, second)
        assert read.main_line() == [first, reply.move]
        assert (read.black, read.white, read.result, read.winner) == ("Penthesilea", "Achilles", "B+R", BLACK)
    assert reply.parent == node and node.parent == game.root and game.root.parent is None
    assert game.root.move is None and len(game.nodes()) == 4 and len(set(game.nodes())) == 4
    assert reply.board().move_stack == game.main_line() and reply.game is game
    assert game.board() == reply.board()


def test_a_game_takes_the_moves_of_a_board() -> None:
    board = Board()
    board.push_text("d1-d7/g7")
    game = Game(board)
    assert game.to_text("text") == "startpos moves d1-d7/g7" and game.board() == board
    assert Game().board() == Board()
    for format in ("sgf", "ggf", "little-golem", "text"):
        [read] = read_games(game.to_text(format))
        assert read.main_line() == [Move.from_text("d1-d7/g7")], format
    assert Board(game.to_text("fen")) == Board(game.to_text("diagram")) == board


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.iterdir() if path.suffix != ".csv"))
def test_formats_of_the_test_data_round_trip(name: str) -> None:
    games = read_games((DATA / name).read_text())
    assert games
    for game in games[:50]:
        assert Game.from_text(game.to_text("sgf")).main_line() == game.main_line()


def test_errors_say_where() -> None:
    with pytest.raises(thermodon.IllegalMoveError, match="line 1"):
        read_games("startpos moves d1-d10/d9")
    with pytest.raises(thermodon.ParseError):
        read_games("")
    game = Game()
    with pytest.raises(thermodon.ParseError, match="invalid result"):
        game.result = "x"
    with pytest.raises(thermodon.ParseError, match="unknown format"):
        game.to_text("pgn")  # type: ignore[arg-type]
    with pytest.raises(thermodon.IllegalMoveError):
        game.root.add_move(Move(0, 1, 2))
    with pytest.raises(OverflowError):
        game.root.evaluation = float("nan")
    assert game == Game()
