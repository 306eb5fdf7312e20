"""Attacks live analysis with many viewers beside many games between engines.

Every viewer opens a WebSocket and asks for a new position every few seconds. The script prints how
long the first line of each answer took, the latency of other requests and the memory of the
server. It fails if a stream breaks, goes back or gets no line within `--limit` seconds, or if the
server still searches after all have left.

    python3 tests/attack/viewers.py --program target/release/thermodon [--viewers 300] [--games 50]
"""

import argparse
import asyncio
import json
import re
import resource
import sys
import tempfile
import time

from server import open_socket, quantiles, receive, send, start

# Seconds after which a viewer asks for another position.
PERIOD = 5

# Viewers per source address, below the server's limit of WebSockets from one address.
VIEWERS_PER_ADDRESS = 100


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--viewers", type=int, default=300)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--limit", type=float, default=5, help="longest wait for a first line")
    parser.add_argument("--short", action="store_true", help="200 viewers for 8 seconds")
    options = parser.parse_args()
    if options.short:
        options.viewers, options.seconds = 200, 8
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as data:
        server = start(options.program, data)
        try:
            return attack(server, options)
        finally:
            server.stop()


def attack(server, options):
    engine = {"kind": "engine", "level": 20, "seconds": 1}
    games = []
    for _ in range(options.games):
        new = {"start": "startpos", "black": engine, "white": engine}
        games.append(server.request("POST", "/api/v1/games", new)[1]["id"])
    viewers, latencies = asyncio.run(watch(server, options))
    first_lines = sorted(latency for viewer in viewers for latency in viewer["first_lines"])
    report = {
        "viewers": options.viewers,
        "games": options.games,
        "requests": sum(viewer["requests"] for viewer in viewers),
        "without_line": sum(viewer["requests"] - len(viewer["first_lines"]) for viewer in viewers),
        "first_line_ms": quantiles(first_lines),
        "updates_per_viewer": sum(viewer["updates"] for viewer in viewers) / len(viewers),
        "broken": sum(viewer["broken"] for viewer in viewers),
        "regressions": sum(viewer["regressions"] for viewer in viewers),
        "other_requests_ms": quantiles(sorted(latencies)),
        "memory_mib": round(server.rss_mib()),
    }
    for game in games:
        server.request("DELETE", f"/api/v1/games/{game}")
    report["idle"] = is_idle(server)
    print(json.dumps(report, indent=1))
    is_good = (
        report["broken"] == report["regressions"] == report["without_line"] == 0
        and first_lines[-1] <= options.limit
        and report["idle"]
    )
    return 0 if is_good else 1


async def watch(server, options):
    """Runs all viewers and, beside them, other requests."""
    end = time.monotonic() + options.seconds
    viewers = [asyncio.create_task(viewer(server, n, end)) for n in range(options.viewers)]
    latencies = []
    while time.monotonic() < end:
        for method, path, body in [
            ("GET", "/api/v1/about", None),
            ("POST", "/api/v1/positions/overlays", {"fen": "startpos"}),
        ]:
            begin = time.monotonic()
            status, _ = await asyncio.to_thread(server.request, method, path, body)
            assert status == 200, f"{path}: {status}"
            latencies.append(time.monotonic() - begin)
        await asyncio.sleep(0.1)
    return await asyncio.gather(*viewers), latencies


async def viewer(server, number, end):
    """Watches positions until `end`. An answer that is due after `end` is not counted."""
    result = {"requests": 0, "updates": 0, "first_lines": [], "broken": 0, "regressions": 0}
    try:
        source = f"127.0.1.{1 + number // VIEWERS_PER_ADDRESS}"
        reader, writer = await open_socket(server, "/api/v1/analysis", source)
        while time.monotonic() < end:
            request = result["requests"] = result["requests"] + 1
            fen = position(1000 * request + number)
            send(writer, {"type": "analyze", "request": request, "fen": fen, "lines": 3})
            begin, nodes, is_first = time.monotonic(), 0, True
            # A request waits for its first line beyond the end.
            while time.monotonic() < min(begin + PERIOD, end) or (
                is_first and time.monotonic() < begin + PERIOD
            ):
                wait = begin + PERIOD - time.monotonic()
                try:
                    message = await asyncio.wait_for(receive(reader), max(wait, 0.001))
                except TimeoutError:
                    break
                # Not parsed as JSON, to use little of the server's time.
                is_current = b'"request":%d,' % request in message[:60]
                if not is_current or b'"moves":["' not in message:
                    continue
                if is_first:
                    result["first_lines"].append(time.monotonic() - begin)
                    is_first = False
                searched = int(re.search(rb'"nodes":(\d+)', message)[1])
                result["updates"] += 1
                result["regressions"] += searched < nodes
                nodes = searched
        writer.close()
    except (OSError, EOFError, AssertionError):
        result["broken"] = 1
    return result


def position(number):
    """The standard start with up to six burned squares, different for every number below 10^6."""

    def row(column):
        return f"{column or ''}*{9 - column or ''}"

    second, third, fifth, sixth, eighth, ninth = (row(number // 10**k % 10) for k in range(6))
    return f"3q2q3/{second}/{third}/q8q/{fifth}/{sixth}/Q8Q/{eighth}/{ninth}/3Q2Q3 w - - 0 1"


def is_idle(server):
    """Whether the server uses at most 0.1 s of CPU time in one of the next few seconds."""

    def ticks():
        with open(f"/proc/{server.process.pid}/stat") as stat:
            return sum(int(field) for field in stat.read().split()[13:15])

    for _ in range(5):
        before = ticks()
        time.sleep(1)
        if ticks() - before <= 10:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
