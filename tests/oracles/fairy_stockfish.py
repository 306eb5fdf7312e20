"""Comparison with Fairy-Stockfish through its Python binding pyffish."""

import pyffish

from comparison import Counts, require_equal, require_equal_sets

VERSION = ".".join(map(str, pyffish.version()))

# Maximum number of amazons per side. Fairy-Stockfish has an unchecked limit of 8192 moves, which
# more amazons could exceed on 10x10.
MAX_AMAZONS = 7


def compare_games(thermodon, random, positions):
    """Random games from the standard start, sent as a list of moves."""
    counts = Counts()
    while counts.positions < positions:
        fen = pyffish.start_fen("amazons")
        moves = []
        while True:
            thermodon.set_position("startpos", moves)
            require_equal(thermodon.fen(), fen, "the FEN with its counters", fen)
            legal = _compare_position(thermodon, counts, "amazons", fen)
            if not legal:
                break
            _compare_move(thermodon, counts, "amazons", fen, random.choice(legal))
            moves.append(random.choice(legal))
            fen = pyffish.get_fen("amazons", fen, moves[-1:])
        thermodon.set_position("startpos", moves)
        _compare_end(thermodon, counts, "amazons", fen)
    return counts


def compare_set_ups(thermodon, random, positions):
    """Random amazons and burned squares on all boards up to 10x10, sent as a FEN."""
    sizes = [(columns, rows) for columns in range(1, 11) for rows in range(1, 11)]
    pyffish.load_variant_config(
        "\n".join(f"[{_variant(*size)}:amazons]\nmaxFile = {size[0]}\nmaxRank = {size[1]}" for size in sizes)
    )
    counts = Counts()
    while counts.positions < positions:
        size = random.choice(sizes)
        fen = _random_fen(random, *size)
        thermodon.set_position(fen, [])
        legal = _compare_position(thermodon, counts, _variant(*size), fen)
        if legal:
            _compare_move(thermodon, counts, _variant(*size), fen, random.choice(legal))
        else:
            _compare_end(thermodon, counts, _variant(*size), fen)
    return counts


def _variant(columns, rows):
    return f"amazons{columns}x{rows}"


def _random_fen(random, columns, rows):
    """Up to MAX_AMAZONS amazons a side; up to three quarters of the other squares burned."""
    squares = [(column, row) for column in range(columns) for row in range(rows)]
    random.shuffle(squares)
    contents = {}
    for letter in "Qq":
        for _ in range(min(random.randint(0, MAX_AMAZONS), len(squares))):
            contents[squares.pop()] = letter
    for square in squares[: random.randint(0, 3 * len(squares) // 4)]:
        contents[square] = "*"
    lines = [_fen_row([contents.get((column, row)) for column in range(columns)]) for row in range(rows)]
    return f"{'/'.join(lines)} {random.choice('wb')} - - 0 1"


def _fen_row(contents):
    row, empty = "", 0
    for content in [*contents, ""]:
        if content is None:
            empty += 1
        else:
            row += (str(empty) if empty else "") + content
            empty = 0
    return row


def _compare_position(thermodon, counts, variant, fen):
    """Compares the current position; returns its legal moves, sorted."""
    require_equal(_board_and_side(thermodon.fen()), _board_and_side(fen), "the position", fen)
    legal = set(pyffish.legal_moves(variant, fen, []))
    require_equal_sets(thermodon.legal_moves(), legal, "legal moves", fen)
    counts.positions += 1
    counts.moves += len(legal)
    return sorted(legal)


def _compare_move(thermodon, counts, variant, fen, move):
    """Compares the position after a move, which becomes the current position."""
    thermodon.set_position(fen, [move])
    after = pyffish.get_fen(variant, fen, [move])
    require_equal(_board_and_side(thermodon.fen()), _board_and_side(after), f"the position after {move}", fen)
    counts.resulting_positions += 1


def _compare_end(thermodon, counts, variant, fen):
    """The side to move has lost in the current position, which has no moves."""
    lost = pyffish.game_result(variant, fen, []) == -pyffish.VALUE_MATE
    winner = {"w": "black", "b": "white"}[fen.split()[1]] if lost else None
    require_equal(thermodon.winner(thermodon.fen()), winner, "the winner", fen)
    require_equal(thermodon.best_move(), "(none)", "the best move at the end", fen)
    counts.finished_games += 1


def _board_and_side(fen):
    return fen.split()[:2]
