"""Thermodon as a user sees it: a `thermodon uci` process, and `thermodon show` for the winner."""

import json
import subprocess
import threading

from comparison import Difference

# A process that does not respond within this time is killed and reported.
RESPONSE_TIMEOUT = 60


class Thermodon:
    """A running UCI process."""

    def __init__(self, program):
        self.program = program
        self.process = subprocess.Popen(
            [program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ask("uci", lambda line: line == "uciok")
        self._ask("setoption name UCI_Variant value amazons\nisready", lambda line: line == "readyok")

    def set_position(self, start, moves):
        """`start` is a FEN or the word startpos."""
        command = "position startpos" if start == "startpos" else f"position fen {start}"
        if moves:
            command += " moves " + " ".join(moves)
        self._send(command)

    def fen(self):
        """FEN of the current position."""
        lines = self._ask("d\nisready", lambda line: line == "readyok")
        for line in lines:
            if line.startswith("Fen: "):
                return line.removeprefix("Fen: ")
        raise Difference(f"`d` printed no line `Fen: …`: {lines}")

    def legal_moves(self):
        """Moves that `go perft 1` lists for the current position."""
        *lines, last = self._ask("go perft 1", lambda line: line.startswith("Nodes searched:"))
        moves = [line.removesuffix(": 1") for line in lines if line.endswith(": 1")]
        total = int(last.removeprefix("Nodes searched:"))
        if not len(moves) == len(set(moves)) == total:
            raise Difference(
                f"`go perft 1` counts {total} moves, lists {len(moves)} and {len(set(moves))} different ones"
            )
        return set(moves)

    def best_move(self):
        """Move that `go nodes 1` finds in the current position."""
        return self._ask("go nodes 1", lambda line: line.startswith("bestmove"))[-1].split()[1]

    def winner(self, fen):
        """`black`, `white` or None, by `thermodon show`."""
        shown = subprocess.run(
            [self.program, "show", "--json", fen],
            capture_output=True,
            text=True,
            check=True,
            timeout=RESPONSE_TIMEOUT,
        )
        return json.loads(shown.stdout)["winner"]

    def close(self):
        """Quits the process, which must exit with status 0."""
        self._send("quit")
        status = self.process.wait(timeout=RESPONSE_TIMEOUT)
        if status != 0:
            raise Difference(f"thermodon exited with status {status}")

    def _send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _ask(self, text, is_last):
        """Lines up to the first one that `is_last` accepts, inclusive."""
        watchdog = threading.Timer(RESPONSE_TIMEOUT, self.process.kill)
        watchdog.start()
        try:
            self._send(text)
            lines = []
            for line in self.process.stdout:
                lines.append(line.rstrip("\n"))
                if is_last(lines[-1]):
                    return lines
        finally:
            watchdog.cancel()
        raise Difference(f"thermodon stopped responding after {text!r}; last lines: {lines[-5:]}")
