"""Plays whole games against OpenSpiel's player over both protocols.

Run it with the Python of an environment that has the packages of requirements.txt. The player has
rules of its own, so that every game also checks ours. Exits with 1 if a game is missing or anybody
broke the rules, of the game or of the protocol.
"""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys

PLAYER = pathlib.Path(__file__).with_name("openspiel_player.py")
GAMES = 4
# Far more than these matches take on a busy machine.
LONGEST = 600


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the thermodon program to test")
    parser.add_argument("--simulations", type=int, default=30, help="how many for a move of the player")
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
    """What went wrong, and what was played."""
    command = [sys.executable, str(PLAYER), protocol, "--simulations", str(options.simulations)]
    played = subprocess.run(
        [
            *(options.program, "match", "--json", "--games", str(GAMES), "--position", board),
            *("--player", "name=ours,engine,option.Player=alpha-beta", "--nodes", "100"),
            *("--player", f"name=theirs,protocol={protocol},cmd={shlex.join(command)}"),
        ],
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    if played.returncode != 0:
        return f"status {played.returncode}: {played.stderr.strip()}", None
    report = json.loads(played.stdout)
    if report["games"] != GAMES or report["verdict"] != "complete":
        return f"{report['games']} games, {report['verdict']}", None
    if report["faults"]:
        return f"faults: {report['faults']}", None
    won = report["encounters"][0]["wins"]
    return None, f"{report['plies']} moves, {won} won by ours"


if __name__ == "__main__":
    main()
