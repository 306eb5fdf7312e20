"""Compares the rules with two independent programs on thousands of random positions.

Needs the packages of requirements.txt; README.md says what is compared. Each comparison stops at
its first difference. Exits with 1 on a difference or if a comparison compared nothing.
"""

import argparse
import random
import subprocess
import sys
import time

import fairy_stockfish
import openspiel
from comparison import Difference
from thermodon_process import Thermodon

COMPARISONS = [
    (f"pyffish {fairy_stockfish.VERSION}, games", fairy_stockfish.compare_games),
    (f"pyffish {fairy_stockfish.VERSION}, set-ups", fairy_stockfish.compare_set_ups),
    (f"open_spiel {openspiel.VERSION}, games", openspiel.compare_games),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--seed", type=int, default=1, help="seed of the positions")
    parser.add_argument(
        "--positions", type=int, default=4500, help="number of positions of all comparisons together"
    )
    options = parser.parse_args()
    failed = 0
    for name, compare in COMPARISONS:
        if not succeeds(name, compare, options):
            failed += 1
    print(f"{len(COMPARISONS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def succeeds(name, compare, options):
    """Runs one comparison with its own process and random numbers, and prints the result."""
    started = time.monotonic()
    try:
        thermodon = Thermodon(options.program)
        share = -(-options.positions // len(COMPARISONS))
        counts = compare(thermodon, random.Random(options.seed), share)
        thermodon.close()
        if counts.positions == 0 or counts.moves == 0 or counts.finished_games == 0:
            raise Difference(f"nothing was compared: {counts}")
    except (Difference, OSError, subprocess.SubprocessError) as problem:
        print(f"FAIL  {name}: {problem}", flush=True)
        return False
    print(f"ok    {name}: {counts} equal ({time.monotonic() - started:.1f} s)", flush=True)
    return True


if __name__ == "__main__":
    main()
