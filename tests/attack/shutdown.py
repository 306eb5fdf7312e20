"""Ends the server with SIGTERM while many clocks run and moves are played.

The script prints how long the server took to end. It fails if that is above `--limit` seconds, if
an acknowledged move is missing after a restart, or if a clock shows more time than before or has
lost more than has passed.

    python3 tests/attack/shutdown.py --program target/release/thermodon [--games 5000]
"""

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from server import GAME_MOVES, create_game, start

# Clients that create and read games.
CLIENTS = 8

# Clients that play until the server has ended.
PLAYERS = 4

CLOCK = {"seconds": 3600}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--limit", type=float, default=3, help="longest time to end in seconds")
    parser.add_argument("--short", action="store_true", help="300 games")
    options = parser.parse_args()
    if options.short:
        options.games = 300
    with tempfile.TemporaryDirectory() as data:
        return attack(options, data)


def attack(options, data):
    server = start(options.program, data)
    with ThreadPoolExecutor(CLIENTS) as pool:
        ids = list(pool.map(lambda _: create_game(server, clock=CLOCK)["id"], range(options.games)))
        before = dict(zip(ids, pool.map(lambda game: read_clock(server, game), ids), strict=True))
        acknowledged = {}
        players = [
            threading.Thread(target=play, args=(server, acknowledged)) for _ in range(PLAYERS)
        ]
        for player in players:
            player.start()
        while sum(acknowledged.values()) < 10 * PLAYERS:
            time.sleep(0.01)
        begin = time.monotonic()
        status = server.stop()
        end = time.monotonic()
        for player in players:
            player.join()
        messages = server.errors()
        server = start(options.program, data)
        failures = [f"status {status}"] if status else []
        failures += [messages] if messages else []
        try:
            after = pool.map(lambda game: read_clock(server, game), ids)
            failures += check_clocks(before, dict(zip(ids, after, strict=True)), begin, end)
            failures += check_moves(server, acknowledged)
        finally:
            server.stop()
    seconds = end - begin
    if seconds > options.limit:
        failures.append(f"the server took {seconds:.1f} s to end")
    report = {
        "clocks": options.games,
        "seconds_to_end": round(seconds, 2),
        "acknowledged_moves": sum(acknowledged.values()),
        "failures": failures,
    }
    print(json.dumps(report, indent=1))
    return 1 if failures else 0


def read_clock(server, game):
    """Milliseconds on the running clock, and the times of the request and its answer."""
    asked = time.monotonic()
    _, state = server.request("GET", f"/api/v1/games/{game}")
    return state["remaining"][state["to_move"]], asked, time.monotonic()


def check_clocks(before, after, begin, end):
    """Clocks that stand wrong. They stopped between `begin` and `end`, and run again when they are
    read."""
    failures = []
    for game, (milliseconds, asked, answered) in before.items():
        found, asked_again, answered_again = after[game]
        longest = end - asked + answered_again - asked_again
        # The server rounds to milliseconds.
        least = milliseconds - 1000 * longest - 2
        most = milliseconds - 1000 * (begin - answered) + 2
        if not least <= found <= most:
            failures.append(f"game {game}: {found} ms, not {least:.0f} to {most:.0f}")
    return failures[:10]


def play(server, acknowledged):
    """Plays games until the server is gone."""
    while True:
        try:
            game = create_game(server, clock=CLOCK)["id"]
            acknowledged[game] = 0
            for ply, move in enumerate(GAME_MOVES):
                path = f"/api/v1/games/{game}/moves"
                status, _ = server.request("POST", path, {"ply": ply, "move": move})
                if status != 200:
                    return
                acknowledged[game] = ply + 1
        except (OSError, http.client.HTTPException, ValueError):
            return


def check_moves(server, acknowledged):
    """Games that miss acknowledged moves."""
    failures = []
    for game, count in acknowledged.items():
        status, found = server.request("GET", f"/api/v1/games/{game}")
        moves = found["moves"] if status == 200 else []
        if len(moves) < count or moves != GAME_MOVES[: len(moves)]:
            failures.append(f"game {game} has {len(moves)} of {count} acknowledged moves")
    return failures


if __name__ == "__main__":
    sys.exit(main())
