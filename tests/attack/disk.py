"""Fills the disk under a server, makes room again and looks whether the server goes on.

Needs Linux, and root or user namespaces, to mount a small file system.

    python3 disk.py --program thermodon [--short]
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from server import GAME_MOVES, create_game, set_comment, start

SIZE_MIB = 24
SKIPPED = 77

# Seconds to wait for the server to go on.
TIMEOUT = 60


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--short", action="store_true", help="one round instead of five")
    parser.add_argument("--in-namespace", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if os.geteuid() != 0:
        return enter_namespace(options)
    with tempfile.TemporaryDirectory() as data:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m", "tmpfs", data]
        if subprocess.run(mount).returncode != 0:
            print("SKIPPED: cannot mount a file system")
            return SKIPPED
        try:
            return attack(options.program, Path(data), 1 if options.short else 5)
        finally:
            subprocess.run(["umount", data], check=True)


def enter_namespace(options):
    """Runs this script as root of a user namespace."""
    if not options.in_namespace:
        unshare = ["unshare", "--user", "--map-root-user", "--mount"]
        try:
            return subprocess.run([*unshare, sys.executable, *sys.argv, "--in-namespace"]).returncode
        except OSError as error:
            print(f"SKIPPED: {error}")
            return SKIPPED
    print("SKIPPED: needs root or user namespaces")
    return SKIPPED


def attack(program, disk, rounds):
    failures = []
    for _ in range(rounds):
        data = disk / "data"
        failures += fill_and_recover(program, data, disk / "filler")
        shutil.rmtree(data)
    print(f"{rounds} rounds, {len(failures)} failures")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


def fill_and_recover(program, data, filler):
    """Fills the disk while the computer thinks, and makes room again. Returns what went wrong."""
    failures = []
    server = start(program, data)
    try:
        game = create_game(server, white={"kind": "engine", "level": 20, "seconds": 3})["id"]
        path = f"/api/v1/games/{game}"
        # A large game, so that storing its next move needs room.
        set_comment(server, game, "x" * 900_000)
        server.request("POST", f"{path}/moves", {"ply": 0, "move": GAME_MOVES[0]})
        fill(filler)
        error = use_free_pages(server)
        wait_until(lambda: f"game {game}" in server.errors())
        filler.unlink()
        if not wait_until(lambda: move_count(server, path) == 2):
            failures.append("the computer's move is missing")
        try:
            create_game(server)
        except ValueError as reason:
            failures.append(f"no game can be created: {reason}")
        before = server.request("GET", path)
        server.stop()
        server = start(program, data)
        after = server.request("GET", path)
        if [before[0], before[1].get("moves")] != [after[0], after[1].get("moves")]:
            failures.append("the game has changed by a restart")
        print(f"full disk: {error}; failures: {failures or 'none'}")
    finally:
        server.stop()
    return failures


def use_free_pages(server):
    """Writes games until the database has no free pages. Returns the error."""
    while True:
        try:
            game = create_game(server)["id"]
        except ValueError as error:
            return error
        status, answer = set_comment(server, game, "y" * 500_000)
        if status != 200:
            return answer["error"]


def move_count(server, path):
    status, game = server.request("GET", path)
    return len(game["moves"]) if status == 200 else None


def fill(filler):
    """Writes a file until the disk is full."""
    with open(filler, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError:
            pass


def wait_until(condition):
    """Polls a condition; returns whether it became true."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


if __name__ == "__main__":
    sys.exit(main())
