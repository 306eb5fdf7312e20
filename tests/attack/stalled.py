"""Attacks the server with clients that ask for files and do not read the answers.

The clients come from one address, then from many. Meanwhile another client measures how long its
requests take. The script fails if one takes longer than `--limit` seconds or fails, or if the
server still holds the stalled connections or their memory after a minute.

    python3 tests/attack/stalled.py --program target/release/thermodon [--clients 1024]
"""

import argparse
import json
import os
import re
import resource
import socket
import sys
import tempfile
import time
import urllib.request

from server import start

# Requests per client: more than the send buffer holds.
REQUESTS = 40

# Seconds in which the server must have dropped all stalled clients and returned their memory.
DROPPED_AFTER = 60

# Growth of the memory that may stay, in MiB.
KEPT_MEMORY = 32


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--clients", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--limit", type=float, default=5, help="longest time of another request")
    parser.add_argument("--short", action="store_true", help="measure for 3 seconds")
    options = parser.parse_args()
    if options.short:
        options.seconds = 3
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    reports = [attack(options, addresses) for addresses in (1, 64)]
    print(json.dumps(reports, indent=1))
    is_good = all(
        report["failed"] == 0
        and report["slowest_ms"] <= 1000 * options.limit
        and report["seconds_until_dropped"] is not None
        for report in reports
    )
    return 0 if is_good else 1


def attack(options, addresses):
    with tempfile.TemporaryDirectory() as data:
        server = start(options.program, data)
        before, memory_before = open_files(server), server.rss_mib()
        path = largest_file(server)
        clients = [
            stalled(server, path, f"127.0.2.{1 + number % addresses}")
            for number in range(options.clients)
        ]
        try:
            begin = time.monotonic()
            latencies, failed = [], 0
            while time.monotonic() < begin + options.seconds:
                asked = time.monotonic()
                try:
                    status, _ = server.request("GET", "/api/v1/about", timeout=options.seconds)
                    failed += status != 200
                except OSError:
                    failed += 1
                latencies.append(time.monotonic() - asked)
                time.sleep(0.1)
            memory = round(server.rss_mib())

            def is_dropped():
                is_returned = server.rss_mib() <= memory_before + KEPT_MEMORY
                return is_returned and open_files(server) <= before + 10

            while not (dropped := is_dropped()) and time.monotonic() < begin + DROPPED_AFTER:
                time.sleep(0.5)
            return {
                "clients": options.clients,
                "addresses": addresses,
                "file": path,
                "requests": len(latencies),
                "failed": failed,
                "slowest_ms": round(1000 * max(latencies)),
                "memory_mib": [round(memory_before), memory, round(server.rss_mib())],
                "seconds_until_dropped": round(time.monotonic() - begin) if dropped else None,
            }
        finally:
            for client in clients:
                client.close()
            server.stop()


def stalled(server, path, source):
    """A client that asks for a file and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.bind((source, 0))
    client.settimeout(5)
    try:
        client.connect(("127.0.0.1", server.port))
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
        client.sendall(request.encode() * REQUESTS)
    except OSError:
        # Refused, or dropped already.
        pass
    return client


def largest_file(server):
    """Path of the largest script or style sheet of the page."""
    address = f"http://127.0.0.1:{server.port}"

    def size(path):
        with urllib.request.urlopen(address + path) as response:
            return len(response.read())

    with urllib.request.urlopen(address) as response:
        paths = re.findall(r'"(/[^"]+\.(?:js|css))"', response.read().decode())
    return max(paths, key=size)


def open_files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


if __name__ == "__main__":
    sys.exit(main())
