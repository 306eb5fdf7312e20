"""Books, endgame tables, exact analysis and the solver."""

from pathlib import Path

import pytest

import thermodon
from thermodon import BLACK, WHITE, Board, Book, EndgameTable, exact, solve

BOOK = Path(__file__).parents[2] / "crates" / "book" / "default.book"


def test_book() -> None:
    book = Book()
    board = Board()
    entry = book.probe(board)
    assert entry is not None and board in book and len(book) > 100 and book.provenance
    assert all(move.move in board.legal_moves for move in entry.moves)
    scores = [move.score.win_probability for move in entry.moves]
    assert scores == sorted(scores, reverse=True)
    # A symmetric position has the symmetric moves.
    mirror = board.symmetries()[2]
    mirrored = book.probe(mirror.apply(board))
    assert mirrored is not None
    assert {mirror.apply_to_move(move.move) for move in entry.moves} == {m.move for m in mirrored.moves}
    assert Board("4x4") not in book and book.probe(Board("4x4")) is None
    assert len(Book(BOOK)) == len(book)
    with pytest.raises(thermodon.FileError, match="not found"):
        Book("missing.book")
    with pytest.raises(thermodon.FileError):
        Book(__file__)


def test_endgame_table(tmp_path: Path) -> None:
    table = EndgameTable.build(6)
    assert table.max_size == 6 and table.size_in_bytes > 1000
    board = Board("x.o#..|...#x.")
    [(region, scores), (_, other)] = table.probe(board)
    assert region.is_contested and scores is not None and other == (3, None)
    best = table.moves(board, BLACK)[0]
    assert best.move in board.legal_moves and best.score == scores.black_first
    assert table.probe(Board()) == [(Board().regions()[0], None)]
    for size in (0, 8):
        with pytest.raises(thermodon.OptionError, match="expected 1 to 7"):
            EndgameTable.build(size)
    assert EndgameTable.open(tmp_path).max_size == 0


def test_exact_values() -> None:
    value = exact.value("{5|-5}")
    assert (value.mean, value.temperature, value.outcome, value.number) == (0.0, 5.0, "next", None)
    assert value.thermograph.left_stop == 5 and value.thermograph.right_stop == -5
    assert exact.value("{3|3}").text == "3*" and exact.value("3/4").number == 0.75
    assert (exact.value("0").outcome, exact.value("-1").outcome) == ("previous", "right")
    with pytest.raises(thermodon.ParseError):
        exact.value("{1|")


def test_exact_analysis() -> None:
    report = exact.analyze(Board("x.....|######|o..###"))
    assert (report.winner, report.lead) == (BLACK, (2, 2))
    assert [str(region.value) for region in report.regions] == ["-2", "5"]
    assert report.winner_if_white_first is BLACK and report.is_complete
    assert {move.winner for move in report.moves} <= {BLACK, WHITE}
    assert report.winning_moves and len(report.best_play) > 2
    boards = [Board("x..|..o"), Board("x.o")]
    hot = exact.analyze(boards, turn=WHITE)
    assert hot.hottest is not None and hot.winner is not None
    assert {region.board for region in hot.regions} == {0, 1}
    value = hot.regions[hot.hottest].value
    assert value is not None and value.temperature > 0
    unknown = exact.analyze(Board("6x6"), time=0.0)
    assert unknown.winner is None and unknown.regions[0].bounds is not None
    assert exact.analyze([]).winner is WHITE
    with pytest.raises(thermodon.OptionError):
        exact.analyze(boards, time=-1)
    with pytest.raises(thermodon.OptionError):
        exact.analyze(boards, memory_mib=0)


def test_thermographs_are_plotted() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = exact.plot_thermograph(exact.value("{{5|4}|-5}").thermograph)
    assert len(ax.get_lines()) == 2 and ax.xaxis_inverted()


def test_solver() -> None:
    solution = solve(Board("4x4"))
    assert solution is not None
    for side, first in ((solution.black_first, BLACK), (solution.white_first, WHITE)):
        assert bool(side.moves) == (side.winner is first)
    assert solution.nodes > 0
    sum_of_two = solve([Board("x..|..o"), Board("x.o")])
    report = exact.analyze([Board("x..|..o"), Board("x.o")])
    assert sum_of_two is not None and sum_of_two.black_first.winner is report.winner_if_black_first
    assert solve(Board("8x8"), time=0.0) is None
    with pytest.raises(thermodon.OptionError):
        solve(Board("4x4"), threads=0)
    with pytest.raises(thermodon.OptionError):
        solve(Board("4x4"), memory_mib=0)
    with pytest.raises(thermodon.OptionError):
        solve(Board("4x4"), time=-1.0)
    # An error of the callback ends the proof.
    with pytest.raises(ZeroDivisionError):
        solve(Board("8x8"), progress=lambda nodes, solved: 1 / 0)
