"""Fuzzes a running server with requests generated from its OpenAPI description.

No response may be a 5xx or violate the description, and the server must survive.

    python check.py --program thermodon [--examples 40] [--seed 1]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

# Checks of schemathesis. Whether valid requests are accepted is not checked: the rules of the game
# reject requests that a schema allows.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "unsupported_method",
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--examples", type=int, default=40, help="examples per operation and mode")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [options.program, "serve", "--no-browser", "--port", "0", "--data-dir", data],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            address = server.stdout.readline().strip()
            create_games(address)
            status = run_schemathesis(address, options)
            if server.poll() is not None:
                print(f"the server exited with status {server.returncode}")
                return 1
            with urllib.request.urlopen(address + "api/v1/about") as response:
                print("the server is alive:", json.load(response)["name"])
            return status
        finally:
            server.terminate()
            server.wait(timeout=30)


def create_games(address: str) -> None:
    """Creates games, so that some game ids exist."""
    person, engine = {"kind": "person"}, {"kind": "engine", "level": 2}
    for white in (person, engine):
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
