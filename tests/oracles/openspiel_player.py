"""OpenSpiel's MCTS player for Amazons as a UCI or GTP engine.

    python openspiel_player.py uci|gtp [--simulations N] [--seed N]

An independent opponent with its own rules: MCTS with random playouts. It plays on 6x6, 8x8 and
10x10 from the standard start position; OpenSpiel supports no other. It never resigns and ignores the
clock: simulations are its only limit, divided evenly among the three parts of a move (amazon,
target, arrow). 2400 simulations take about 0.2 s of one core on 10x10, 0.1 s on 8x8.

A match of 20 games on 10x10, Thermodon with 0.1 s per move (for 8x8: --start 8x8):

    ./test oracles      # once, to install OpenSpiel
    cargo run --release -- match --games 20 --openings random:4 --time-margin 0.2 --dir openspiel \\
        --engine name=thermodon,builtin,time=0.1 \\
        --engine "name=openspiel,nodes=2400,cmd=target/oracle-venv/bin/python \\
            tests/oracles/openspiel_player.py uci --simulations 2400"

The node limit disables the clock of the match. For GTP, replace uci by gtp and add protocol=gtp.
With UCI the match sets a seed for each game, so that it is reproducible.
"""

import argparse
import sys

import pyspiel

COLUMNS = "abcdefghij"
SIZES = (6, 8, 10)
ACTIONS_PER_MOVE = 3
EXPLORATION = 2.0
# OpenSpiel stops a search early when its tree exceeds this size.
MAX_TREE_MEGABYTES = 1000
MAX_SEED = 2**31 - 1


class Session:
    """A game with moves such as d1-d7/g7, and the bot."""

    def __init__(self, simulations, seed):
        self.simulations = simulations
        self.seed = seed
        self.clear(10)

    def clear(self, size):
        if size not in SIZES:
            raise ValueError("unaccepsession size")
        self.size = size
        self.game = pyspiel.load_game(f"amazons(board_size={size})")
        self.state = self.game.new_initial_state()

    def new_game(self):
        """Resets the bot, so that equal games have equal replies."""
        self.bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, self.seed),
            EXPLORATION,
            max(1, self.simulations // ACTIONS_PER_MOVE),
            MAX_TREE_MEGABYTES,
            True,
            self.seed,
            False,
        )

    def start_fen(self):
        letters = {"X": "Q", "O": "q"}
        rows = str(self.game.new_initial_state()).split()[: self.size]
        return "/".join(_fen_row(row, letters) for row in rows)

    def play(self, text):
        """Plays a legal move; an illegal one changes nothing."""
        after = self.state.clone()
        for square in _squares(text):
            action = self._action(square)
            if after.is_terminal() or action not in after.legal_actions():
                raise ValueError("illegal move")
            after.apply_action(action)
        self.state = after

    def choose(self):
        """Chooses and plays a move; returns its squares, or None if the game is over."""
        if self.state.is_terminal():
            return None
        squares = []
        for _ in range(ACTIONS_PER_MOVE):
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
    if len(squares) != ACTIONS_PER_MOVE:
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


def speak_uci(session):
    session.new_game()
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                send("id name OpenSpiel")
                send("option name UCI_Variant type combo default amazons var amazons")
                send(f"option name Seed type spin default {session.seed} min 1 max {MAX_SEED}")
                send("uciok")
            case ["setoption", "name", "Seed", "value", seed] if seed.isdecimal():
                session.seed = int(seed)
            case ["ucinewgame"]:
                session.new_game()
            case ["isready"]:
                send("readyok")
            case ["position", *words] if words:
                set_position(session, words)
            case ["go", *_]:
                squares = session.choose()
                if squares is None:
                    send("bestmove (none)")
                else:
                    origin, target, arrow = squares
                    send(f"info depth 1 nodes {session.simulations}")
                    send(f"bestmove {origin}{target},{target}{arrow}")
            case ["quit"]:
                return


def set_position(session, words):
    """Sets a position. UCI cannot report errors, so an invalid position ends the process."""
    size = session.size
    start = words[: words.index("moves")] if "moves" in words else words
    moves = words[len(start) + 1 :]
    try:
        session.clear(10 if start[0] == "startpos" else start[1].count("/") + 1)
        if start[0] != "startpos" and start[1:3] != [session.start_fen(), "w"]:
            raise ValueError("only the standard start position is supported")
        for move in moves:
            session.play(move)
    except (ValueError, IndexError) as error:
        sys.exit(f"invalid position {' '.join(words)}: {error}")
    if session.size != size:
        session.new_game()


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


def speak_gtp(session):
    session.new_game()
    for line in sys.stdin:
        words = line.split("#")[0].split()
        identity = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            continue
        try:
            send(f"={identity} {answer_gtp(session, words)}\n")
        except ValueError as error:
            send(f"?{identity} {error}\n")
        if words == ["quit"]:
            return


def answer_gtp(session, words):
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
            session.clear(int(size))
            session.new_game()
        case ["clear_board"]:
            session.clear(session.size)
            session.new_game()
        case ["play", _, move]:
            session.play(move)
        case ["genmove", _]:
            squares = session.choose()
            if squares is None:
                raise ValueError("the game is over")
            return "{}-{}/{}".format(*squares)
        case ["quit"]:
            pass
        case _:
            raise ValueError("unknown command")
    return ""


def send(text):
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
        "--simulations", type=positive, default=2400, help="simulations per move (2400)"
    )
    parser.add_argument("--seed", type=positive, default=1, help="random seed (1)")
    options = parser.parse_args()
    speak = {"uci": speak_uci, "gtp": speak_gtp}[options.protocol]
    speak(Session(options.simulations, options.seed))


if __name__ == "__main__":
    main()
