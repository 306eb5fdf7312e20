"""Lists many large games from many clients at once.

Every game has a comment of a megabyte. After a restart, clients read all pages of the list at the
same time. The script prints the memory of the server before and its peak, and the latencies. It
fails if a list is incomplete or the memory grows by more than `--limit` MiB.

    python3 tests/attack/listing.py --program target/release/thermodon [--games 10000] [--clients 40]
"""

import argparse
import json
import shutil
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from server import create_game, quantiles, set_comment, start

COMMENT_BYTES = 1_000_000

# Clients that create games.
WRITERS = 4

# Disk space per game: its pages, and as many free ones while they are written.
DISK_BYTES_PER_GAME = 2_500_000

PAGE = 200


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--limit", type=float, default=128, help="growth of the memory in MiB")
    parser.add_argument("--short", action="store_true", help="40 games")
    options = parser.parse_args()
    if options.short:
        options.games = 40
    with tempfile.TemporaryDirectory() as data:
        free, needed = shutil.disk_usage(data).free, options.games * DISK_BYTES_PER_GAME
        if free < needed:
            print(f"{options.games} games need {needed >> 20} MiB of disk, {free >> 20} are free")
            return 1
        return attack(options, data)


def attack(options, data):
    server = start(options.program, data)
    try:
        begin = time.monotonic()
        with ThreadPoolExecutor(WRITERS) as pool:
            ids = list(pool.map(lambda _: create(server), range(options.games)))
        report = {
            "games": options.games,
            "clients": options.clients,
            "seconds_to_create": round(time.monotonic() - begin, 1),
            "memory_after_creation_mib": round(server.rss_mib()),
        }
    finally:
        server.stop()
    begin = time.monotonic()
    server = start(options.program, data)
    report["seconds_to_start"] = round(time.monotonic() - begin, 1)
    try:
        # The peak counts from here, not from the verification of the file.
        with open(f"/proc/{server.process.pid}/clear_refs", "w") as clear_refs:
            clear_refs.write("5")
        before = server.rss_mib()
        expected = sorted(ids, reverse=True)
        results = []
        clients = [
            threading.Thread(target=lambda: results.append(list_all(server)))
            for _ in range(options.clients)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        growth = server.peak_rss_mib() - before
        complete = sum(listed == expected for listed, _ in results)
        report |= {
            "complete_lists": complete,
            "page_ms": quantiles(sorted(time for _, times in results for time in times)),
            "list_ms": quantiles(sorted(sum(times) for _, times in results)),
            "memory_before_mib": round(before),
            "memory_peak_mib": round(before + growth),
        }
    finally:
        server.stop()
    print(json.dumps(report, indent=1))
    return 0 if complete == options.clients and growth <= options.limit else 1


def create(server):
    """Creates a game with a large comment. Returns its id."""
    game = create_game(server)["id"]
    status, answer = set_comment(server, game, "x" * COMMENT_BYTES)
    if status != 200:
        raise ValueError(answer["error"])
    return game


def list_all(server):
    """Reads all pages. Returns the ids of the games and the seconds that each page took."""
    listed, times, query = [], [], ""
    while True:
        begin = time.monotonic()
        status, page = server.request("GET", f"/api/v1/games?limit={PAGE}{query}")
        times.append(time.monotonic() - begin)
        if status != 200:
            return listed, times
        listed += [game["id"] for game in page["games"]]
        if page["next"] is None:
            return listed, times
        query = f"&before={page['next']}"


if __name__ == "__main__":
    sys.exit(main())
