"""Starts `thermodon serve` on a free loopback port and talks to it.

    server = start("target/release/thermodon", data_dir)
    status, game = server.request("GET", "/api/v1/games/1")
    server.stop()
"""

import asyncio
import base64
import http.client
import json
import os
import re
import signal
import subprocess
import tempfile

# Seconds to wait for a response.
TIMEOUT = 60


class Server:
    """A running server. `stderr` is a file with what it has printed there."""

    def __init__(self, process, port, token, stderr):
        self.process = process
        self.port = port
        self.token = token
        self.stderr = stderr

    def request(self, method, path, body=None, timeout=TIMEOUT):
        """Sends one request. Returns the status and the JSON body, or `None` without one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["content-type"] = "application/json"
            body = json.dumps(body)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def rss_mib(self):
        """Resident memory in MiB."""
        return self._memory("VmRSS")

    def peak_rss_mib(self):
        """Largest resident memory so far in MiB."""
        return self._memory("VmHWM")

    def _memory(self, field):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"{field}:\s+(\d+) kB", status.read())[1]) / 1024

    def errors(self):
        """What the server has printed to the standard error so far."""
        self.stderr.seek(0)
        return self.stderr.read()

    def kill(self):
        """Kills the server with SIGKILL."""
        self.process.kill()
        self.process.wait()

    def stop(self, timeout=TIMEOUT):
        """Ends the server with SIGTERM and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)


class StartError(Exception):
    """The server did not start; the message is what it printed."""


def start(program, data_dir, *args):
    """Starts a server and waits until it accepts connections."""
    stderr = tempfile.TemporaryFile("w+")
    command = [program, "serve", "--no-browser", "--port", "0", "--data-dir", str(data_dir), *args]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    line = process.stdout.readline().strip()
    link = re.match(r"http://[^/]*:(\d+)/(?:[?#]token=(\S+))?", line)
    server = Server(process, int(link[1]) if link else None, link and link[2], stderr)
    if link is None:
        server.kill()
        raise StartError(server.errors().strip())
    return server


# A start position and legal moves.
GAME_START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1"
GAME_MOVES = (
    "d10-d5/d4 g1-g5/e3 j7-e2/b5 a4-a6/e10 a7-b7/b6 a6-a8/e8 g10-g6/c2 a8-c8/b8 b7-c7/c3 j4-f8/f2 "
    "g6-g8/g9 f8-f6/f3 e2-c4/f1 f6-g7/e5 d5-f7/j3 g7-h7/h5 f7-f4/h4 g5-g4/g3 f4-i7/i1 h7-i6/i5"
).split()


def create_game(server, **changes):
    """Creates a game between two people, or with changes to it."""
    person = {"kind": "person"}
    new = {"start": GAME_START, "black": person, "white": person} | changes
    status, game = server.request("POST", "/api/v1/games", new)
    if status != 200:
        raise ValueError(game["error"])
    return game


def set_comment(server, game, text):
    """Replaces the comment of a game. Returns the status and the response."""
    nodes = [{"id": 0, "parent": None, "move": None, "comment": text}]
    tree = {"start": GAME_START, "nodes": nodes}
    return server.request("PUT", f"/api/v1/games/{game}/tree", {"tree": tree})


async def open_socket(server, path, source="127.0.0.1"):
    """Opens a WebSocket from a source address."""
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", server.port, local_addr=(source, 0)
    )
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        .encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101"), head
    return reader, writer


def send(writer, value):
    """Sends a text message with an all-zero mask."""
    text = json.dumps(value).encode()
    assert len(text) < 1 << 16
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    writer.write(b"\x81" + size + bytes(4) + text)


async def receive(reader):
    """Receives the next text message; pings need no answer for the time of the test."""
    while True:
        kind, size = await reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
        payload = await reader.readexactly(size)
        if kind == 0x81:
            return payload
        if kind == 0x88:
            raise EOFError


def quantiles(numbers):
    """Median, 99th percentile and maximum of sorted seconds, in milliseconds."""
    if not numbers:
        return None
    picks = {"median": 0.5, "p99": 0.99, "max": 1}
    last = len(numbers) - 1
    return {name: round(1000 * numbers[int(part * last)]) for name, part in picks.items()}
