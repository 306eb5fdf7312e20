"""Attacks the server with reviews that nobody waits for.

One client starts as many long reviews as it may and leaves. The script fails if a client with
another address cannot start a review at once, or if the abandoned reviews still hold their slots
after a minute.

    python3 tests/attack/reviews.py --program target/release/thermodon
"""

import argparse
import http.client
import json
import sys
import tempfile
import time

from server import start

# Seconds after which an abandoned review must have lost its slot.
ABANDONED_AFTER = 60


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--short", action="store_true", help="do not wait for lost slots")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = start(options.program, data)
        try:
            return attack(server, options)
        finally:
            server.stop()


def attack(server, options):
    long = {"start": "startpos", "moves": [], "seconds_per_move": 60}
    begin, started = time.monotonic(), 0
    while (status := create(server, "127.0.3.1", long)[0]) == 200:
        started += 1
    assert status == 429, status
    short = {"start": "6x6", "moves": [], "nodes": 10}
    status, other = create(server, "127.0.3.2", short)
    report = {"abandoned": started, "other_client_status": status}
    is_good = status == 200
    if is_good:
        asked = time.monotonic()
        while not server.request("GET", f"/api/v1/reviews/{other['id']}")[1]["finished"]:
            time.sleep(0.05)
        report["other_client_finished_ms"] = round(1000 * (time.monotonic() - asked))
    if not options.short:
        while (status := create(server, "127.0.3.1", short)[0]) != 200:
            if time.monotonic() > begin + ABANDONED_AFTER:
                break
            time.sleep(1)
        is_good &= status == 200
        report["seconds_until_slot"] = round(time.monotonic() - begin) if status == 200 else None
    print(json.dumps(report, indent=1))
    return 0 if is_good else 1


def create(server, source, new):
    """Starts a review from a source address. Returns the status and the JSON body."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", server.port, timeout=60, source_address=(source, 0)
    )
    try:
        headers = {"content-type": "application/json"}
        connection.request("POST", "/api/v1/reviews", json.dumps(new), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
