"""Text of positions and moves, and the numbering of squares.

Square = 10 * rank + file, a1 = 0. A smaller rectangle sits in the corner at a1
of the 10x10 frame; all squares outside it are blocked, exactly as if burned.
Position text has its rows top to bottom; digits count empty squares, `Q` is
an amazon of the side to move, `q` one of the other side, `*` a burned square.
"""

FRAME = 10
SQUARES = FRAME * FRAME
BLOCKED, EMPTY, OWN, OPPONENT = 0, 1, 2, 3

STANDARD_START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"

_LETTER_TO_CELL = {"Q": OWN, "q": OPPONENT, "*": BLOCKED}
_CELL_TO_LETTER = {cell: letter for letter, cell in _LETTER_TO_CELL.items()}


def from_mover_view(text: str) -> str:
    """Position text without its side to move (`w` or `b`), upper case for the side to move."""
    board, *others = text.split() or [""]
    if others and others[0] not in ("w", "b"):
        raise ValueError(f"position text: the side to move is w or b, not '{others[0]}'")
    return board.swapcase() if others and others[0] == "b" else board


def parse_position(text: str) -> list[int]:
    """The 100 cells of a position text, seen from the side to move."""
    rows = []
    for row_text in text.strip().split("/"):
        row, digits = [], ""
        for letter in row_text + "/":
            if letter.isdigit():
                digits += letter
                continue
            row += [EMPTY] * int(digits or 0)
            digits = ""
            if letter in _LETTER_TO_CELL:
                row.append(_LETTER_TO_CELL[letter])
            elif letter != "/":
                raise ValueError(f"position text: unexpected '{letter}' in '{text}'")
        rows.append(row)
    width, height = len(rows[0]), len(rows)
    if not 1 <= height <= FRAME or not 1 <= width <= FRAME:
        raise ValueError(f"position text: board of {width}x{height} does not fit 10x10")
    if any(len(row) != width for row in rows):
        raise ValueError(f"position text: rows of different lengths in '{text}'")
    cells = [BLOCKED] * SQUARES
    for from_top, row in enumerate(rows):
        rank = height - 1 - from_top
        cells[rank * FRAME : rank * FRAME + width] = row
    return cells


def format_position(cells, width: int = FRAME, height: int = FRAME) -> str:
    """Inverse of `parse_position` for a board of the given size."""
    rows = []
    for rank in range(height - 1, -1, -1):
        text, empty = "", 0
        for cell in cells[rank * FRAME : rank * FRAME + width]:
            if int(cell) == EMPTY:
                empty += 1
                continue
            text += (str(empty) if empty else "") + _CELL_TO_LETTER[int(cell)]
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def parse_square(text: str) -> int:
    file, rank = ord(text[:1] or "?") - ord("a"), text[1:]
    if not 0 <= file < FRAME or not rank.isdigit() or not 1 <= int(rank) <= FRAME:
        raise ValueError(f"'{text}' is not a square")
    return (int(rank) - 1) * FRAME + file


def format_square(square: int) -> str:
    return "abcdefghij"[square % FRAME] + str(square // FRAME + 1)


def encode_move(origin: int, target: int, arrow: int) -> int:
    """A move as one number: 10000 * from + 100 * to + arrow."""
    return (origin * SQUARES + target) * SQUARES + arrow


def parse_move(text: str) -> int:
    """The code of a move written `d1-d7/g7`."""
    step, _, arrow = text.partition("/")
    origin, _, target = step.partition("-")
    return encode_move(parse_square(origin), parse_square(target), parse_square(arrow))


def format_move(code: int) -> str:
    origin, target, arrow = code // 10000, code // 100 % 100, code % 100
    return f"{format_square(origin)}-{format_square(target)}/{format_square(arrow)}"
