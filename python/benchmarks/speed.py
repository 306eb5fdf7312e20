"""Speed of the package beside the Rust program, OpenSpiel and pyffish, as ratios of one run.

    python python/benchmarks/speed.py [--repetitions N]

Each pair is measured in turn N times (7); the table has the median of the ratios, their range and
the bar that the package should reach. Measure on a machine that does nothing else. Needs cargo,
which builds the example `speed` of crates/network with the profile of the package, and an
environment with the package (`pip install ./python`) and pyffish and open_spiel as in
tests/requirements.txt.
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import pyffish
import pyspiel

from thermodon import Board, Network

ROOT = pathlib.Path(__file__).resolve().parents[2]
CARGO = ["--quiet", "--locked", "--profile", "dist", "-p", "thermodon-network", "--example", "speed"]
# The position of the Rust program.
MIDDLE_GAME = (
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16"
)
T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=7, metavar="N")
    repetitions = parser.parse_args().repetitions
    network = Network()
    subprocess.run(["cargo", "build", *CARGO], cwd=ROOT, check=True)
    rust = ["cargo", "run", *CARGO, "--", network.kernel, "1"]
    boards, states = positions(1000)
    fens = [board.fen() for board in boards]

    def rust_speed() -> float:
        return float(subprocess.run(rust, cwd=ROOT, capture_output=True, check=True).stdout)

    def count_moves() -> float:
        return rate(boards, lambda board: len(board.legal_moves))

    def moves_as_array() -> float:
        return rate(boards, lambda board: board.legal_moves.to_array())

    def moves_as_objects() -> float:
        return rate(boards, lambda board: list(board.legal_moves))

    def openspiel_speed() -> float:
        return rate(states, openspiel_moves)

    def pyffish_speed() -> float:
        return rate(fens, lambda fen: pyffish.legal_moves("amazons", fen, []))

    total = sum(len(board.legal_moves) for board in boards)
    assert total == sum(len(openspiel_moves(state)) for state in states)
    assert total == sum(len(pyffish.legal_moves("amazons", fen, [])) for fen in fens)
    print(f"network on {network.kernel}; {len(boards)} positions with {total:,} moves")
    print("   ratio           range   bar         (speeds per second)")
    comparisons: list[tuple[str, float, Callable[[], float], Callable[[], float]]] = [
        ("batch evaluation / Rust", 0.95, lambda: evaluation_speed(network), rust_speed),
        ("two threads / one", 1.8, lambda: threaded_speed(network, 2), lambda: threaded_speed(network, 1)),
        (
            "two threads / one, two seconds",
            1.8,
            lambda: sustained_speed(network, 2),
            lambda: sustained_speed(network, 1),
        ),
        ("legal moves counted / OpenSpiel", 50, count_moves, openspiel_speed),
        ("legal moves as array / OpenSpiel", 50, moves_as_array, openspiel_speed),
        ("legal moves as Move objects / OpenSpiel", 50, moves_as_objects, openspiel_speed),
        ("legal moves as array / pyffish", 10, moves_as_array, pyffish_speed),
        ("legal moves as Move objects / pyffish", 10, moves_as_objects, pyffish_speed),
    ]
    for comparison in comparisons:
        compare(*comparison, repetitions)


def compare(
    name: str,
    bar: float,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    repetitions: int,
) -> None:
    """Prints the ratio of two speeds."""
    pairs = [(ours(), theirs()) for _ in range(repetitions)]
    ratios = sorted(our / their for our, their in pairs)
    ratio = statistics.median(ratios)
    our, their = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"{ratio:8.2f} {f'{ratios[0]:.2f}–{ratios[-1]:.2f}':>15} {bar:5}"
        f" {'' if ratio >= bar else 'missed':6}  {name} ({our:,.0f} and {their:,.0f})",
        flush=True,
    )


def evaluation_speed(network: Network) -> float:
    """Best of ten batches of a tenth of a second, as the Rust program measures."""
    board = Board(MIDDLE_GAME)
    size = max(1, int(0.1 * rate([[board] * 100], network.evaluate) * 100))
    return max(rate([[board] * size], network.evaluate) * size for _ in range(10))


def threaded_speed(network: Network, count: int) -> float:
    """Evaluations per second of several threads together, best of ten batches."""
    batch = [Board(MIDDLE_GAME)] * 600

    def evaluate(_: None) -> None:
        threads = [threading.Thread(target=network.evaluate, args=(batch,)) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return max(rate([None], evaluate) for _ in range(10)) * count * len(batch)


def sustained_speed(network: Network, count: int) -> float:
    """Evaluations per second of several threads, each of which evaluates batches for two seconds."""
    batch = [Board(MIDDLE_GAME)] * 200
    speeds: list[float] = []

    def evaluate() -> None:
        begin, batches = time.perf_counter(), 0
        while time.perf_counter() < begin + 2:
            network.evaluate(batch)
            batches += 1
        speeds.append(batches * len(batch) / (time.perf_counter() - begin))

    threads = [threading.Thread(target=evaluate) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(speeds)


def rate(items: Sequence[T], function: Callable[[T], object]) -> float:
    """Calls per second."""
    begin = time.perf_counter()
    for item in items:
        function(item)
    return len(items) / (time.perf_counter() - begin)


def openspiel_moves(state: pyspiel.State) -> list[tuple[int, int, int]]:
    """The legal moves of OpenSpiel as triples of actions."""
    moves: list[tuple[int, int, int]] = []
    for origin in state.legal_actions():
        selected = state.child(origin)
        for target in selected.legal_actions():
            moves.extend((origin, target, arrow) for arrow in selected.child(target).legal_actions())
    return moves


def positions(count: int) -> tuple[list[Board], list[pyspiel.State]]:
    """Positions of random games on 10x10, as boards and as states of OpenSpiel."""
    choice = random.Random(1)
    boards: list[Board] = []
    states: list[pyspiel.State] = []
    game = pyspiel.load_game("amazons(board_size=10)")
    while len(boards) < count:
        board, state = Board(), game.new_initial_state()
        while board.legal_moves and len(boards) < count:
            boards.append(board.copy(stack=False))
            states.append(state.clone())
            move = choice.choice(board.legal_moves)
            board.push(move)
            for square in (move.from_square, move.to_square, move.arrow):
                state.apply_action(10 * (9 - square // 10) + square % 10)
    return boards, states


if __name__ == "__main__":
    main()
