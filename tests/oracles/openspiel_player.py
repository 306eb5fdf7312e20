"""OpenSpiel's Monte-Carlo player for Amazons, as a program that speaks UCI or GTP.

    python openspiel_player.py uci|gtp [--simulations N] [--seed N]

An independent opponent with rules of its own: pure Monte-Carlo tree search with random playouts, no
knowledge of the game. It plays on 6x6, 8x8 and 10x10 from the customary start and any moves from
there; OpenSpiel sets up no other position. It never resigns, and it does not look at the clock: the
simulations are all it is given, divided evenly among the three parts of a move (amazon, target,
arrow). 2400 simulations take about 0.2 s of one core on 10x10, 0.1 s on 8x8.

As a yardstick for our engine, 20 games on 10x10, ours with 100 ms a move (on 8x8: --position 8x8):

    ./test oracles      # once, for the Python that has OpenSpiel
    cargo run --release -- match --games 20 --openings random:4 --margin 200 --folder yardstick \\
        --player name=thermodon,engine,movetime=100 \\
        --player "name=openspiel,nodes=2400,cmd=target/oracle-venv/bin/python \\
            tests/oracles/openspiel_player.py uci --simulations 2400"

A limit of nodes keeps the match from timing it. For GTP, say gtp instead of uci and add
protocol=gtp. With UCI the match gives each game a seed, so that it can be repeated.
"""

import argparse
import sys

import pyspiel

COLUMNS = "abcdefghij"
SIZES = (6, 8, 10)
ACTIONS_OF_A_MOVE = 3
EXPLORATION = 2.0
# Past it, OpenSpiel would stop before all simulations are done.
MEGABYTES = 1000
LARGEST_SEED = 2**31 - 1


class Table:
    """A board, its moves written d1-d7/g7, and a player."""

    def __init__(self, simulations, seed):
        self.simulations = simulations
        self.seed = seed
        self.clear(10)

    def clear(self, size):
        if size not in SIZES:
            raise ValueError("unacceptable size")
        self.size = size
        self.game = pyspiel.load_game(f"amazons(board_size={size})")
        self.state = self.game.new_initial_state()

    def new_game(self):
        """A player that remembers nothing, and plays the same game again if it is given the same one."""
        self.bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, self.seed),
            EXPLORATION,
            max(1, self.simulations // ACTIONS_OF_A_MOVE),
            MEGABYTES,
            True,
            self.seed,
            False,
        )

    def fen_of_start(self):
        letters = {"X": "Q", "O": "q"}
        rows = str(self.game.new_initial_state()).split()[: self.size]
        return "/".join(_fen_row(row, letters) for row in rows)

    def play(self, text):
        """Plays a move that is legal; otherwise nothing has changed."""
        after = self.state.clone()
        for square in _squares(text):
            action = self._action(square)
            if after.is_terminal() or action not in after.legal_actions():
                raise ValueError("illegal move")
            after.apply_action(action)
        self.state = after

    def choose(self):
        """The squares of a move, which is played; None if the game is over."""
        if self.state.is_terminal():
            return None
        squares = []
        for _ in range(ACTIONS_OF_A_MOVE):
            action = self.bot.step(self.state)
            self.state.apply_action(action)
            squares.append(COLUMNS[action % self.size] + str(self.size - action // self.size))
        return squares

    def _action(self, square):
        column = COLUMNS.find(square[:1])
        if column < 0 or not square[1:].isdecimal():
            raise ValueError("illegal move")
        return (self.size - int(square[1:])) * self.size + column


def _squares(text):
    """The three squares of d1-d7/g7 or d1d7,d7g7."""
    squares = text.lower().replace(",", "-").replace("/", "-").split("-")
    if len(squares) == 2:
        (origin, target), (_, arrow) = (_split_squares(pair) for pair in squares)
        squares = [origin, target, arrow]
    if len(squares) != ACTIONS_OF_A_MOVE:
        raise ValueError("illegal move")
    return squares


def _split_squares(text):
    """d10d7 into d10 and d7."""
    second = max(text.rfind(letter) for letter in COLUMNS)
    return text[: max(second, 0)], text[max(second, 0) :]


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
    table.new_game()
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                say("id name OpenSpiel")
                say("option name UCI_Variant type combo default amazons var amazons")
                say(f"option name Seed type spin default {table.seed} min 1 max {LARGEST_SEED}")
                say("uciok")
            case ["setoption", "name", "Seed", "value", seed] if seed.isdecimal():
                table.seed = int(seed)
            case ["ucinewgame"]:
                table.new_game()
            case ["isready"]:
                say("readyok")
            case ["position", *words] if words:
                set_position(table, words)
            case ["go", *_]:
                squares = table.choose()
                if squares is None:
                    say("bestmove (none)")
                else:
                    origin, target, arrow = squares
                    say(f"info depth 1 nodes {table.simulations}")
                    say(f"bestmove {origin}{target},{target}{arrow}")
            case ["quit"]:
                return


def set_position(table, words):
    """UCI has no way to refuse a position: whoever sends one that cannot be played is told by our end."""
    size = table.size
    start = words[: words.index("moves")] if "moves" in words else words
    moves = words[len(start) + 1 :]
    try:
        table.clear(10 if start[0] == "startpos" else start[1].count("/") + 1)
        if start[0] != "startpos" and start[1:3] != [table.fen_of_start(), "w"]:
            raise ValueError("only the customary start can be set up")
        for move in moves:
            table.play(move)
    except (ValueError, IndexError) as error:
        sys.exit(f"cannot set up {' '.join(words)}: {error}")
    if table.size != size:
        table.new_game()


GTP_COMMANDS = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "quit",
]


def speak_gtp(table):
    table.new_game()
    for line in sys.stdin:
        words = line.split("#")[0].split()
        identity = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            continue
        try:
            say(f"={identity} {answer_gtp(table, words)}\n")
        except ValueError as error:
            say(f"?{identity} {error}\n")
        if words == ["quit"]:
            return


def answer_gtp(table, words):
    match words:
        case ["protocol_version"]:
            return "2"
        case ["name"]:
            return "OpenSpiel"
        case ["version"]:
            return "1"
        case ["known_command", command]:
            return "true" if command in GTP_COMMANDS else "false"
        case ["list_commands"]:
            return "\n".join(GTP_COMMANDS)
        case ["boardsize", size] if size.isdecimal():
            table.clear(int(size))
            table.new_game()
        case ["clear_board"]:
            table.clear(table.size)
            table.new_game()
        case ["play", _, move]:
            table.play(move)
        case ["genmove", _]:
            squares = table.choose()
            if squares is None:
                raise ValueError("the game is over")
            return "{}-{}/{}".format(*squares)
        case ["quit"]:
            pass
        case _:
            raise ValueError("unknown command")
    return ""


def say(text):
    print(text, flush=True)


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("protocol", choices=["uci", "gtp"])
    parser.add_argument(
        "--simulations", type=positive, default=2400, help="how many to do for a move (2400)"
    )
    parser.add_argument("--seed", type=positive, default=1, help="makes its play repeatable (1)")
    options = parser.parse_args()
    speak = {"uci": speak_uci, "gtp": speak_gtp}[options.protocol]
    speak(Table(options.simulations, options.seed))


if __name__ == "__main__":
    main()
