"""Sends requests made from the OpenAPI page to a real server: no answer may be a 5xx, and the server must
live to answer the last one.

    python check.py --program thermodon [--examples 40] [--seed 1]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

# What an answer is checked for. Requests that the page allows may still be refused, for a rule of the game
# cannot be said in a schema; so whether they are accepted is not checked.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "unsupported_method",
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the program to test")
    parser.add_argument("--examples", type=int, default=40, help="requests of each kind to each address")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [options.program, "serve", "--no-open", "--port", "0", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = server.stdout.readline().strip()
            begin_games(address)
            status = run_schemathesis(address, options)
            if server.poll() is not None:
                print(f"the server has ended with {server.returncode}")
                return 1
            with urllib.request.urlopen(address + "api/v1/about") as answer:
                print("the server lives:", json.load(answer)["name"])
            return status
        finally:
            server.terminate()
            server.wait(timeout=30)


def begin_games(address: str) -> None:
    """A few games, so that numbers of games are not all wrong."""
    person, computer = {"kind": "person"}, {"kind": "engine", "level": 2}
    for white in (person, computer):
        game = {"start": "6x6", "black": person, "white": white, "clock": {"seconds": 600}}
        request = urllib.request.Request(
            address + "api/v1/games",
            data=json.dumps(game).encode(),
            headers={"content-type": "application/json"},
        )
        urllib.request.urlopen(request).close()


def run_schemathesis(address: str, options: argparse.Namespace) -> int:
    program = Path(sys.executable).with_name("schemathesis")
    command = [
        program,
        "run",
        address + "api/v1/openapi.json",
        "--checks",
        ",".join(CHECKS),
        "--max-examples",
        str(options.examples),
        "--seed",
        str(options.seed),
        "--mode",
        "all",
        "--generation-database",
        "none",
        "--request-timeout",
        "40",
        "--no-color",
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
