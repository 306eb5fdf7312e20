"""Flips single bits in the databases of a server, and looks whether anything wrong is served.

Every game must be as before, or be listed as damaged and reported at the start. A book must be as
before, be reported as damaged, or be refused.

    python3 bitflips.py --program thermodon [--short]
"""

import argparse
import collections
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from server import GAME_MOVES, StartError, create_game, set_comment, start

PAGE_BYTES = 4096

# Offset after which pages are chosen at random; before it is the header, where more bits are flipped.
HEADER_BYTES = 512

GAMES = 40


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="thermodon executable")
    parser.add_argument("--short", action="store_true", help="24 flips instead of 200")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    flips = 24 if options.short else 200
    generator = random.Random(options.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        pristine, data = directory / "pristine", directory / "data"
        expected = create(options.program, pristine)
        book = directory / "pristine.redb"
        build_book(options.program, book)
        expected_book = export_book(options.program, book, directory)[0]
        checks = {
            "games.redb": lambda: check_server(options.program, data, expected),
            "people.redb": lambda: check_server(options.program, data, expected),
            "book": lambda: check_book(options.program, data / "book", directory, expected_book),
        }
        for file, check in checks.items():
            counts = collections.Counter()
            for _ in range(flips):
                shutil.rmtree(data, ignore_errors=True)
                shutil.copytree(pristine, data)
                shutil.copy(book, data / "book")
                bit = flip(data / file, generator)
                result, detail = check()
                counts[result] += 1
                if result == "wrong":
                    wrong += 1
                    print(f"{file}, bit {bit}: {detail}")
            summary = ", ".join(f"{count} {result}" for result, count in sorted(counts.items()))
            print(f"{file}: {flips} bits flipped: {summary}", flush=True)
    return 1 if wrong else 0


def create(program, data):
    """Creates games and returns what the server says about them."""
    server = start(program, data)
    for number in range(GAMES):
        game = create_game(server, name=f"game {number}")["id"]
        for ply, move in enumerate(GAME_MOVES[: 3 + number % 10]):
            server.request("POST", f"/api/v1/games/{game}/moves", {"ply": ply, "move": move})
        if number % 4 == 0:
            set_comment(server, game, f"comment {number} " * 400)
    for game in range(5, GAMES, 9):
        server.request("DELETE", f"/api/v1/games/{game}")
    texts = "\n".join(" ".join(["startpos", "moves", *line]) for line in imported_games())
    server.request("POST", "/api/v1/people/games", {"name": "games", "text": texts})
    while server.request("GET", "/api/v1/people/import")[1]["running"]:
        time.sleep(0.05)
    expected = snapshot(server)
    server.stop()
    if len(expected["imported"]) < 5 or len(expected["games"]) < 30:
        raise AssertionError("the games are not stored")
    return expected


def imported_games():
    """Different short games."""
    first = ["d1-d7/g7", "d1-d6/g6", "d1-d5/g5", "d1-c2/c5", "d1-e2/e5", "d1-b3/b8"]
    return [[move, "d10-e9/e7"] for move in first]


def snapshot(server):
    """All games, by id; a status instead of a game that is not served."""

    def get(path):
        status, body = server.request("GET", path)
        if status == 200:
            body.pop("thinking", None)
        return body if status == 200 else status

    listed = server.request("GET", "/api/v1/games?limit=200")
    return {
        "listed": listed,
        "games": {
            game["id"]: get(f"/api/v1/games/{game['id']}") for game in listed[1].get("games", [])
        },
        "deleted": [get(f"/api/v1/games/{game}") for game in range(5, GAMES, 9)],
        "count": server.request("GET", "/api/v1/people/games")[1],
        "imported": [get(f"/api/v1/people/games/{number}") for number in range(1, 7)],
    }


def check_server(program, data, expected):
    try:
        server = start(program, data)
    except StartError as error:
        return ("refused", None) if is_sentence(str(error)) else ("wrong", str(error))
    try:
        found = snapshot(server)
        report = server.errors()
    except Exception as error:
        return "wrong", f"{type(error).__name__}: {error}"
    finally:
        server.stop()
    if report and not is_sentence(report):
        return "wrong", report
    if found == expected:
        return ("healed" if report else "unchanged"), None
    if not report:
        return "wrong", "a difference is not reported"
    return compare(found, expected)


def compare(found, expected):
    """Compares games with expected ones, where some are reported as damaged."""
    status, page = found["listed"]
    if status != 200:
        return "wrong", f"the list has status {status}"
    if found["deleted"] != expected["deleted"]:
        return "wrong", "a deleted game is back"
    if found["games"].keys() != expected["games"].keys():
        return "wrong", "the list misses games"
    damaged = {game["id"] for game in page["games"] if game.get("damaged")}
    for game, body in found["games"].items():
        if body != expected["games"][game] and (body != 410 or game not in damaged):
            return "wrong", f"game {game} is different"
    for body, right in zip(found["imported"], expected["imported"], strict=True):
        if body not in (right, 404, 410):
            return "wrong", "an imported game is different"
    return "healed", None


def build_book(program, book):
    build = [program, "book", "build", str(book), "--max-positions", "60", "--nodes", "30"]
    subprocess.run([*build, "--threads", "1"], check=True, capture_output=True)


def export_book(program, book, directory):
    """The compact form of a book, or `None`, and what the program printed."""
    compact = directory / "compact"
    compact.unlink(missing_ok=True)
    export = [program, "book", "export", str(book), "--to", "compact", "-o", str(compact)]
    process = subprocess.run(export, capture_output=True, text=True)
    return (compact.read_bytes() if process.returncode == 0 else None), process.stderr


def check_book(program, book, directory, expected):
    found, report = export_book(program, book, directory)
    if report and not is_sentence(report):
        return "wrong", report
    if found is None:
        return ("refused", None) if report else ("wrong", "nothing is reported")
    if found == expected:
        return ("healed" if "was damaged" in report else "unchanged"), None
    if "was damaged" in report:
        return "healed", None
    return "wrong", "a difference is not reported"


def is_sentence(text):
    """Whether a text is one sentence of the program, not a panic."""
    return len(text.strip().splitlines()) == 1 and text.startswith("thermodon: ")


def flip(file, generator):
    """Flips a bit of the header or of a page that is in use. Returns its number."""
    content = bytearray(file.read_bytes())
    if generator.random() < 0.1:
        offset = generator.randrange(HEADER_BYTES)
    else:
        pages = [
            page
            for page in range(0, len(content), PAGE_BYTES)
            if any(content[page : page + PAGE_BYTES])
        ]
        offset = generator.choice(pages) + generator.randrange(PAGE_BYTES)
    bit = 8 * offset + generator.randrange(8)
    content[bit // 8] ^= 1 << bit % 8
    file.write_bytes(content)
    return bit


if __name__ == "__main__":
    sys.exit(main())
