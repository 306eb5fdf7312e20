"""Kills the server with SIGKILL while games are played, and looks whether acknowledged moves are lost.

    python3 kill.py --program thermodon [--short]
"""

import argparse
import http.client
import random
import sys
import tempfile
import threading
import time

from server import GAME_MOVES, GAME_START, create_game, start

PLAYERS = 8


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--short", action="store_true", help="5 kills instead of 30")
    options = parser.parse_args()
    kills = 5 if options.short else 30
    generator = random.Random(1)
    acknowledged = {}
    lost = 0
    with tempfile.TemporaryDirectory() as data:
        for _ in range(kills):
            server = start(options.program, data)
            lost += check(server, acknowledged)
            stop = threading.Event()
            players = [
                threading.Thread(target=play, args=(server, acknowledged, stop))
                for _ in range(PLAYERS)
            ]
            for player in players:
                player.start()
            time.sleep(generator.uniform(0.2, 1.5))
            server.kill()
            stop.set()
            for player in players:
                player.join()
        server = start(options.program, data)
        lost += check(server, acknowledged)
        reports = server.errors()
        server.stop()
    moves = sum(acknowledged.values())
    print(f"{kills} kills, {len(acknowledged)} games, {moves} acknowledged moves, {lost} lost")
    print(reports, end="")
    return 1 if lost or reports or not moves else 0


def play(server, acknowledged, stop):
    """Plays games until the server is gone."""
    while not stop.is_set():
        try:
            game = create_game(server)["id"]
            acknowledged[game] = 0
            for ply, move in enumerate(GAME_MOVES):
                path = f"/api/v1/games/{game}/moves"
                status, _ = server.request("POST", path, {"ply": ply, "move": move})
                if status != 200:
                    raise AssertionError(f"move {ply} of game {game}: status {status}")
                acknowledged[game] = ply + 1
        except (OSError, http.client.HTTPException, ValueError):
            return


def check(server, acknowledged):
    """Number of acknowledged moves that are missing."""
    lost = 0
    for game, count in acknowledged.items():
        status, found = server.request("GET", f"/api/v1/games/{game}")
        moves = found["moves"] if status == 200 else []
        if moves != GAME_MOVES[: len(moves)] or found.get("start") != GAME_START:
            raise AssertionError(f"game {game} has wrong moves")
        lost += max(0, count - len(moves))
        acknowledged[game] = len(moves)
    return lost


if __name__ == "__main__":
    sys.exit(main())
