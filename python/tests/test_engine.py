"""Searches, their limits and interruption."""

import subprocess
import sys
import threading

import pytest

import thermodon
from thermodon import Analysis, Board, Engine, Limit

MAX_STOP_SECONDS = 3.0
FAST = {"Player": "alpha-beta", "Book": "none"}


def test_options() -> None:
    engine = Engine({"multipv": 2}, level=7)
    assert engine.options == {"Level": "7", "MultiPV": "2"}
    engine.configure({"Level": 20, "Player": "alpha-beta"})
    assert engine.options["Level"] == "20" and "alpha-beta" in engine.provenance
    before = engine.options
    invalid: list[tuple[dict[str, str | int], str]] = [
        ({"Hash": 16, "Nonsense": 1}, "there is no option"),
        ({"Hash": 16, "Level": 21}, "Level must be a number from 1 to 20"),
        ({"Hash": 16, "NetworkFile": "missing.weights"}, "invalid value for NetworkFile"),
    ]
    for options, message in invalid:
        with pytest.raises(thermodon.OptionError, match=message):
            engine.configure(options)
        assert engine.options == before
    assert [level.number for level in Engine.LEVELS] == list(range(1, 21))
    assert {option.name for option in Engine.OPTIONS} >= {"Level", "Threads", "Hash", "MultiPV"}


def test_play_and_analyse() -> None:
    board = Board("6x6")
    engine = Engine({"Book": "none"})
    result = engine.play(board, Limit(nodes=30))
    assert result.move in board.legal_moves
    assert result.info is not None and result.info.pv[0] == result.move
    lines = engine.analyse(board, Limit(nodes=60), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    assert len(engine.analyse(board, Limit(nodes=30))) == 1
    chosen = board.legal_moves[5]
    assert engine.play(board, Limit(nodes=20), moves=[chosen]).move == chosen
    over = engine.play(Board("x#o b"), Limit(nodes=10))
    assert over.move is None and engine.analyse(Board("x#o b"), Limit(nodes=10)) == []
    won = engine.analyse(Board("x..#o b"), Limit(nodes=10))[0].score
    assert won is not None and won.is_proven and won.win_probability == 1.0


@pytest.mark.parametrize("player", ["alpha-beta", "monte-carlo", "opponent-model", "random"])
def test_players(player: str) -> None:
    board = Board("5x5")
    assert Engine({"Player": player}).play(board, Limit(depth=1)).move in board.legal_moves


def test_equal_seeds_play_equal_moves() -> None:
    moves = {Engine({"Seed": 3}, level=2).play(Board("8x8")).move for _ in range(3)}
    assert len(moves) == 1


def test_clocks_limit_a_search() -> None:
    limit = Limit(white_clock=0.5, white_inc=0.01, black_clock=1.0)
    assert Engine(FAST).play(Board("6x6"), limit).move is not None


def test_invalid_arguments() -> None:
    engine = Engine(FAST)
    board = Board("5x5")
    for limit in (Limit(time=-1.0), Limit(time=float("nan")), Limit(white_clock=float("inf"))):
        with pytest.raises(thermodon.OptionError, match="expected seconds"):
            engine.play(board, limit)
    with pytest.raises(OverflowError):
        engine.play(board, Limit(nodes=-1))
    for multipv in (0, 501):
        with pytest.raises(thermodon.OptionError, match="MultiPV must be a number from 1 to 500"):
            engine.analyse(board, Limit(depth=1), multipv=multipv)
    with pytest.raises(thermodon.IllegalMoveError):
        engine.play(board, Limit(depth=1), moves=[thermodon.Move(0, 0, 0)])
    with pytest.raises(thermodon.IllegalMoveError):
        engine.play(board, Limit(depth=1), moves=[])
    with pytest.raises(thermodon.OptionError):
        Engine(level=0)


def test_an_analysis_streams_until_stopped() -> None:
    with Engine({"Book": "none"}).analysis(Board(), multipv=2) as analysis:
        assert isinstance(analysis, Analysis) and iter(analysis) is analysis
        info = next(analysis)
        assert info.pv and not analysis.is_finished()
    result = analysis.wait()
    assert result.move == analysis.lines[0].pv[0] and list(analysis) == []
    assert len(analysis.lines) <= 2


def test_another_thread_stops_an_analysis() -> None:
    analysis = Engine({"Book": "none"}).analysis(Board())
    next(analysis)
    stopper = threading.Thread(target=analysis.stop)
    stopper.start()
    assert analysis.wait().move in Board().legal_moves
    stopper.join()


def test_threads_share_an_engine() -> None:
    engine = Engine(FAST)
    moves: list[thermodon.Move | None] = []
    threads = [
        threading.Thread(target=lambda: moves.append(engine.play(Board("5x5"), Limit(depth=2)).move))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4 and all(move in Board("5x5").legal_moves for move in moves)


@pytest.mark.parametrize(
    "call",
    [
        "thermodon.Engine({'Book': 'none'}).play(thermodon.Board(), thermodon.Limit(time=3600))",
        "list(thermodon.Engine().analysis(thermodon.Board()))",
        "thermodon.Board().perft(5)",
        "thermodon.solve(thermodon.Board('8x8'))",
        "thermodon.exact.analyze(thermodon.Board('6x6'), time=3600)",
        "thermodon.match.play_match({'a': {}, 'b': {}}, thermodon.Limit(nodes=10**9), rounds=2)",
        "thermodon.lab.run('book/shape', scale='paper')",
        "thermodon.Network().evaluate([thermodon.Board()] * 10**6)",
    ],
)
def test_ctrl_c_stops_long_work(call: str) -> None:
    # Sends SIGINT during the call: the thread gets the GIL when the call releases it, and no sooner.
    # The handler is set because Python has none if its parent ignores SIGINT, as background jobs do.
    program = f"""
import os, signal, sys, threading, time
import thermodon

def interrupt():
    global sent
    ready.wait()
    time.sleep(0.1)
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
ready = threading.Event()
threading.Thread(target=interrupt).start()
sys.setswitchinterval(10**6)
try:
    ready.set()
    {call}
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""
    command = [sys.executable, "-c", program]
    process = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert process.returncode == 0, process.stderr
    assert float(process.stdout) < MAX_STOP_SECONDS
