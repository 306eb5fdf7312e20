"""Speed of the package beside the Rust program, pyffish and OpenSpiel, as ratios of one run.

    bench.py [--speed PROGRAM]

PROGRAM is the example `speed` of crates/network, built with the profile of the package: `cargo build
--profile dist -p thermodon-network --example speed`. Each pair is measured in turn several times, and
the median of the ratios is printed with their range: other programs on the machine disturb a single
measurement. Needs the packages of tests/requirements.txt.
"""

import argparse
import random
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import pyffish
import pyspiel  # type: ignore[import-not-found]  # pyright: ignore[reportMissingImports]

from tests.test_oracles import openspiel_turns
from thermodon import Board, Network

MIDDLE_GAME = (
    "*q2*1*3/5*1q**/3*1**1*1/Q***2***1/*3**1*2/2*2*1Q2/1q5*2/2*1*Q*2*/1*4*q2/3*1Q4 w - - 30 16"
)
REPETITIONS = 5
T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--speed", help="the example `speed` of crates/network")
    options = parser.parse_args()
    network = Network()
    if options.speed:
        command = [options.speed, network.kernel, "1"]
        compare(
            "batch evaluation, of the Rust program's speed",
            lambda: evaluations_per_second(network),
            lambda: float(subprocess.run(command, capture_output=True, check=True, text=True).stdout),
        )
    compare(
        "two threads evaluating, of one thread's speed",
        lambda: threaded_speed(network, 2),
        lambda: threaded_speed(network, 1),
    )
    boards, states = positions(1000)
    fens = [board.fen() for board in boards]
    ours = lambda: rate(boards, lambda board: list(board.legal_moves))  # noqa: E731
    compare(
        "legal moves of 1,000 positions as Move objects, of OpenSpiel's speed",
        ours,
        lambda: rate(states[::20], openspiel_turns),
    )
    compare(
        "legal moves of 1,000 positions as Move objects, of pyffish's speed",
        ours,
        lambda: rate(fens, lambda fen: pyffish.legal_moves("amazons", fen, [])),
    )
    compare(
        "legal moves of 1,000 positions as arrays, of pyffish's speed",
        lambda: rate(boards, lambda board: board.legal_moves.to_array()),
        lambda: rate(fens, lambda fen: pyffish.legal_moves("amazons", fen, [])),
    )


def compare(name: str, ours: Callable[[], float], theirs: Callable[[], float]) -> None:
    """Prints the ratio of two speeds."""
    pairs = [(ours(), theirs()) for _ in range(REPETITIONS)]
    ratios = sorted(our / their for our, their in pairs)
    our, their = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(
        f"{statistics.median(ratios):8.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) times: {name}"
        f" ({our:,.0f} and {their:,.0f} per second)",
        flush=True,
    )


def evaluations_per_second(network: Network) -> float:
    """Best of ten batches of a tenth of a second, as the Rust program measures."""
    board = Board(MIDDLE_GAME)
    size = max(1, int(0.1 * rate([[board] * 100], network.evaluate) * 100))
    return max(rate([[board] * size], network.evaluate) * size for _ in range(10))


def threaded_speed(network: Network, count: int) -> float:
    """Evaluations per second of several threads together."""
    batch = [Board(MIDDLE_GAME)] * 1000
    threads = [threading.Thread(target=network.evaluate, args=(batch,)) for _ in range(count)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return count * len(batch) / (time.perf_counter() - begin)


def rate(items: Sequence[T], function: Callable[[T], object]) -> float:
    """Calls per second."""
    begin = time.perf_counter()
    for item in items:
        function(item)
    return len(items) / (time.perf_counter() - begin)


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
