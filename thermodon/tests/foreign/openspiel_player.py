"""OpenSpiel's Monte-Carlo player for Amazons, as a program that speaks UCI or GTP.

    python openspiel_player.py uci|gtp [simulations] [seed]

An independent player, with its own rules, for matches over either protocol. It plays on 6x6, 8x8 and
10x10, from the customary start only: OpenSpiel sets up no other position.
"""

import sys

import pyspiel

COLUMNS = "abcdefghij"
SIZES = (6, 8, 10)


class Table:
    """A board, its moves written d1-d7/g7, and a player."""

    def __init__(self, simulations, seed):
        self.simulations = simulations
        self.seed = seed
        self.clear(10)

    def clear(self, size):
        if size not in SIZES:
            raise ValueError(f"unacceptable size {size}")
        self.size = size
        self.game = pyspiel.load_game(f"amazons(board_size={size})")
        self.state = self.game.new_initial_state()
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        self.bot = pyspiel.MCTSBot(
            self.game, evaluator, 2.0, self.simulations, 16, True, self.seed, False
        )

    def fen_of_start(self):
        letters = {"X": "Q", "O": "q"}
        rows = str(self.game.new_initial_state()).split()[: self.size]
        return "/".join(_fen_row(row, letters) for row in rows)

    def play(self, text):
        squares = text.replace(",", "-").replace("/", "-").split("-")
        if len(squares) == 2:  # d1d7,d7g7
            (origin, target), (_, arrow) = (_split_squares(pair) for pair in squares)
            squares = [origin, target, arrow]
        after = self.state.clone()
        for square in squares:
            action = self._action(square)
            if action not in after.legal_actions():
                raise ValueError(f"illegal move {text}")
            after.apply_action(action)
        self.state = after

    def choose(self):
        """The squares of a move, which is played; None if the game is over."""
        if self.state.is_terminal():
            return None
        squares = []
        for _ in range(3):
            action = self.bot.step(self.state)
            self.state.apply_action(action)
            squares.append(COLUMNS[action % self.size] + str(self.size - action // self.size))
        return squares

    def _action(self, square):
        return (self.size - int(square[1:])) * self.size + COLUMNS.index(square[0])


def _split_squares(text):
    """d10d7 into d10 and d7."""
    second = max(text.rfind(letter) for letter in COLUMNS)
    return text[:second], text[second:]


def _fen_row(picture, letters):
    row, empty = "", 0
    for letter in picture + "|":
        if letter == ".":
            empty += 1
        else:
            row += (str(empty) if empty else "") + letters.get(letter, "")
            empty = 0
    return row


def speak_uci(table):
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name OpenSpiel\noption name UCI_Variant type combo default amazons var amazons\nuciok")
            case ["isready"]:
                say("readyok")
            case ["position", *words]:
                set_position(table, words)
            case ["go", *_]:
                squares = table.choose()
                if squares is None:
                    say("bestmove (none)")
                else:
                    origin, target, arrow = squares
                    say(f"info depth 3 nodes {3 * table.simulations}")
                    say(f"bestmove {origin}{target},{target}{arrow}")
            case ["quit"]:
                return


def set_position(table, words):
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    if words[0] == "startpos":
        table.clear(10)
    else:
        table.clear(words[1].count("/") + 1)
        if words[1] != table.fen_of_start() or words[2] != "w":
            sys.exit(f"cannot set up {words[1:3]}")
    for move in moves:
        table.play(move)


def speak_gtp(table):
    commands = ["list_commands", "boardsize", "clear_board", "play", "genmove", "quit"]
    for line in sys.stdin:
        identity, *words = line.split()
        try:
            match words:
                case ["list_commands"]:
                    answer = "\n".join(commands)
                case ["boardsize", size]:
                    answer = table.clear(int(size)) or ""
                case ["clear_board"]:
                    answer = table.clear(table.size) or ""
                case ["play", _, move]:
                    answer = table.play(move) or ""
                case ["genmove", _]:
                    squares = table.choose()
                    answer = "resign" if squares is None else "{}-{}/{}".format(*squares)
                case ["quit"]:
                    say(f"={identity}\n")
                    return
                case _:
                    raise ValueError("unknown command")
            say(f"={identity} {answer}\n")
        except ValueError as error:
            say(f"?{identity} {error}\n")


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    protocol, simulations, seed = (sys.argv[1:] + ["20", "1"])[:3]
    {"uci": speak_uci, "gtp": speak_gtp}[protocol](Table(int(simulations), int(seed)))
