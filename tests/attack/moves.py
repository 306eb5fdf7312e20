"""Measures how long a move takes until it is stored, and until a viewer sees it.

A client plays games between two people and watches them over a WebSocket, alone and beside games
between engines. Every move is on the disk when it is acknowledged; the time of one write to the
disk is printed for comparison. The script fails if a move is lost, or if the 99th percentile is
above `--limit` seconds.

    python3 tests/attack/moves.py --program target/release/thermodon [--moves 1000] [--games 50]
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path

from server import GAME_MOVES, create_game, open_socket, quantiles, receive, start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--limit", type=float, default=1)
    parser.add_argument("--short", action="store_true", help="100 moves")
    options = parser.parse_args()
    if options.short:
        options.moves = 100
    with tempfile.TemporaryDirectory() as data:
        server = start(options.program, data)
        try:
            report = {"disk_write_ms": quantiles(disk_writes(Path(data) / "file"))}
            report["alone"] = asyncio.run(play(server, options.moves))
            engine = {"kind": "engine", "level": 20, "seconds": 1}
            for _ in range(options.games):
                new = {"start": "startpos", "black": engine, "white": engine}
                server.request("POST", "/api/v1/games", new)
            report[f"beside_{options.games}_games"] = asyncio.run(play(server, options.moves))
        finally:
            server.stop()
    print(json.dumps(report, indent=1))
    figures = [times for name, times in report.items() if name != "disk_write_ms"]
    slowest = max(times["p99"] for measured in figures for times in measured.values())
    return 0 if slowest <= 1000 * options.limit else 1


def disk_writes(file):
    """Sorted seconds of writes that reach the disk."""
    times = []
    with open(file, "wb", buffering=0) as output:
        for _ in range(100):
            begin = time.monotonic()
            output.write(bytes(4096))
            os.fdatasync(output.fileno())
            times.append(time.monotonic() - begin)
    return sorted(times)


async def play(server, count):
    """Plays moves. Returns the times until they are acknowledged and until a viewer has them."""
    acknowledged, seen = [], []
    connection = await asyncio.open_connection("127.0.0.1", server.port)
    while len(acknowledged) < count:
        game = await asyncio.to_thread(create_game, server)
        path = f"/api/v1/games/{game['id']}"
        reader, writer = await open_socket(server, f"{path}/live")
        await receive(reader)
        for ply, move in enumerate(GAME_MOVES):
            begin = time.monotonic()
            times = await asyncio.gather(
                post(connection, f"{path}/moves", {"ply": ply, "move": move}),
                wait_for_move(reader, move),
            )
            for list_, moment in zip((acknowledged, seen), times, strict=True):
                list_.append(moment - begin)
        writer.close()
        status, stored = await asyncio.to_thread(server.request, "GET", path)
        assert status == 200 and stored["moves"] == GAME_MOVES, f"game {game['id']} lost moves"
    return {
        "acknowledged_ms": quantiles(sorted(acknowledged)),
        "seen_ms": quantiles(sorted(seen)),
    }


async def post(connection, path, body):
    """Sends a request over an open connection. Returns when the response was complete."""
    reader, writer = connection
    body = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    assert head.startswith("http/1.1 200"), head
    length = head.split("content-length: ")[1].split("\r\n")[0]
    await reader.readexactly(int(length))
    return time.monotonic()


async def wait_for_move(reader, move):
    """Waits for the update whose last move is `move`. Returns when it came."""
    while True:
        message = json.loads(await receive(reader))
        if message["moves"] and message["moves"][-1] == move:
            return time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
