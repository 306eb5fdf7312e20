"""Plays games against OpenSpiel's MCTS player over UCI and GTP.

Needs the packages of requirements.txt. The opponent has its own rules, so every game also checks
ours. Exits with 1 if a game is missing or a player forfeits.
"""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys

PLAYER = pathlib.Path(__file__).with_name("openspiel_player.py")
GAMES = 4
# Timeout of a match in seconds; matches are much faster even on a busy machine.
MATCH_TIMEOUT = 600


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--simulations", type=int, default=30, help="simulations per move of the opponent")
    options = parser.parse_args()
    failed = 0
    for protocol in ("uci", "gtp"):
        for board in ("6x6", "8x8", "startpos"):
            problem, summary = play(options, protocol, board)
            name = f"{GAMES} games over {protocol} on {'10x10' if board == 'startpos' else board}"
            print(f"FAIL  {name}: {problem}" if problem else f"ok    {name}: {summary}", flush=True)
            failed += bool(problem)
    sys.exit(1 if failed else 0)


def play(options, protocol, board):
    """Plays a match; returns an error or None, and a summary."""
    command = [sys.executable, str(PLAYER), protocol, "--simulations", str(options.simulations)]
    played = subprocess.run(
        [
            *(options.program, "match", "--json", "--games", str(GAMES), "--start", board),
            *("--engine", "name=thermodon,builtin,option.Player=alpha-beta", "--nodes", "100"),
            *("--engine", f"name=openspiel,protocol={protocol},cmd={shlex.join(command)}"),
        ],
        capture_output=True,
        text=True,
        timeout=MATCH_TIMEOUT,
    )
    if played.returncode != 0:
        return f"status {played.returncode}: {played.stderr.strip()}", None
    report = json.loads(played.stdout)
    if report["games"] != GAMES or report["verdict"] != "complete":
        return f"{report['games']} games, {report['verdict']}", None
    if report["faults"]:
        return f"forfeits: {report['faults']}", None
    won = report["encounters"][0]["wins"]
    return None, f"{report['plies']} moves, {won} won by thermodon"


if __name__ == "__main__":
    main()
