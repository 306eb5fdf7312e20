"""Compares our rules with two independent programs on thousands of random positions.

Run it with the Python of an environment that has the packages of requirements.txt; README.md
beside this file says what is compared. Prints how much was equal; exits with 1 on the first
difference of each comparison, or if anything compared nothing.
"""

import argparse
import random
import subprocess
import sys
import time

import fairy_stockfish
import openspiel
from tally import Difference
from thermodon_process import Thermodon

COMPARISONS = [
    (f"pyffish {fairy_stockfish.VERSION}, games", fairy_stockfish.compare_games),
    (f"pyffish {fairy_stockfish.VERSION}, set-ups", fairy_stockfish.compare_set_ups),
    (f"open_spiel {openspiel.VERSION}, games", openspiel.compare_games),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the thermodon program to test")
    parser.add_argument("--seed", type=int, default=1, help="the positions follow from it")
    parser.add_argument(
        "--positions", type=int, default=4500, help="how many positions, over all comparisons"
    )
    options = parser.parse_args()
    failed = 0
    for name, compare in COMPARISONS:
        if not succeeds(name, compare, options):
            failed += 1
    print(f"{len(COMPARISONS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def succeeds(name, compare, options):
    """Runs one comparison with a process and random numbers of its own, and prints the result."""
    started = time.monotonic()
    try:
        thermodon = Thermodon(options.program)
        share = -(-options.positions // len(COMPARISONS))
        tally = compare(thermodon, random.Random(options.seed), share)
        thermodon.close()
        if tally.positions == 0 or tally.moves == 0 or tally.finished_games == 0:
            raise Difference(f"too little was compared: {tally}")
    except (Difference, OSError, subprocess.SubprocessError) as problem:
        print(f"FAIL  {name}: {problem}", flush=True)
        return False
    print(f"ok    {name}: {tally} equal ({time.monotonic() - started:.1f} s)", flush=True)
    return True


if __name__ == "__main__":
    main()
