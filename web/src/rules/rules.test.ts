import { describe, expect, it } from "vitest";
import { arrows, legalMoves, movableAmazons, steps, winner } from "./legal";
import { illegalReason, moveText, NotationError, parseFen, parseMove, replay, writeFen } from "./notation";
import { Position } from "./position";
import { indexOf, MAX_SIDE, parseSquare, squaresOf } from "./square";
import { standardStart, standardStartOf } from "./start";

const START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  const moves = legalMoves(position);
  if (depth === 1) return moves.length;
  return moves.reduce((sum, move) => sum + perft(position.play(move), depth - 1), 0);
}

/** The problem reported for a text, or "none". */
function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof NotationError) return error.problem;
    throw error;
  }
  return "none";
}

describe("squares", () => {
  it("are listed in index order", () => {
    const size = { width: 3, height: 2 };
    expect(squaresOf(size)).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"]);
    squaresOf(size).forEach((square, index) => expect(indexOf(size, square)).toBe(index));
  });

  it("are parsed only if they are on the board", () => {
    const size = { width: 10, height: 10 };
    expect(parseSquare(size, "J10")).toBe("j10");
    for (const text of ["k1", "a0", "a11", "a01", "", "a", "1a", "a1 "]) {
      expect(parseSquare(size, text), text).toBeNull();
    }
    expect(parseSquare({ width: 3, height: 3 }, "d1")).toBeNull();
  });
});

describe("the number of moves", () => {
  // Counts of `thermodon perft`.
  it.each([
    [START, 1, 2176],
    ["1q1q1/q3q/5/Q3Q/1Q1Q1 w", 2, 50422],
    ["1qq1/q2q/Q2Q/1QQ1 w", 3, 139500],
    ["1q1q1/q3q/5/5/Q3Q/1Q1Q1 w", 2, 129436],
    ["Q1*/3/*1q w", 4, 1520],
    ["Q2/3/2q b", 4, 47954],
    ["q*Q1/4/2*1/Q2q w", 3, 75213],
    ["10/3q4*1/2Q*6/5q4 b", 2, 37115],
  ])("of %s at depth %i is %i", (fen, depth, count) => {
    expect(perft(parseFen(fen), depth)).toBe(count);
  });
});

describe("moves", () => {
  it("are legal in their own position only", () => {
    let position = parseFen("1q1q1/q3q/5/Q3Q/1Q1Q1 w");
    for (let index = 0; winner(position) === null; index++) {
      const moves = legalMoves(position);
      const move = moves[(index * 7919) % moves.length];
      const next = position.play(move);
      expect(illegalReason(position, move)).toBeNull();
      expect(illegalReason(next, move)).not.toBeNull();
      position = next;
    }
    expect(position.squaresWith("burned").length).toBeGreaterThan(5);
    expect(movableAmazons(position)).toEqual([]);
  });

  it("may burn the vacated square", () => {
    const position = parseFen("Q2 w");
    expect(steps(position, "a1")).toEqual(["b1", "c1"]);
    expect(arrows(position, "a1", "b1").sort()).toEqual(["a1", "c1"]);
    expect(writeFen(position.play(parseMove(position, "a1-b1/a1")))).toBe("*Q1 b - - 1 1");
  });

  it("are parsed in all common forms", () => {
    const start = standardStart();
    const forms = "d1-d7/g7|d1d7,d7g7|D1-D7-G7|d1–d7,g7|D1-D7xG7|d1-d7(g7)| d1 d7 g7 |d1d7g7";
    for (const text of forms.split("|")) {
      expect(moveText(parseMove(start, text)), text).toBe("d1-d7/g7");
    }
  });

  it("are rejected with the reason", () => {
    const start = standardStart();
    const problem = (text: string) => problemOf(() => parseMove(start, text));
    expect(problem("d1-d7/g7")).toBe("none");
    for (const text of ["", "d1", "d1-d7", "-d1-d7/g7", "d1-d7/g7 h1 h2", "é"]) {
      expect(problem(text), text).toBe("move.form");
    }
    expect(problem("k1-d7/g7")).toBe("move.square");
    expect(problem("d1-d11/g7")).toBe("move.square");
    expect(problem("d1d7,d6g7")).toBe("move.elsewhere");
    expect(problem("d10-d9/d8")).toBe("move.amazon.white");
    expect(problem("d1-e3/e4")).toBe("move.step");
    expect(problem("d1-d7/e9")).toBe("move.arrow");
  });
});

describe("FEN", () => {
  it("round-trips on all sizes", () => {
    expect(writeFen(standardStart())).toBe(START);
    for (let width = 1; width <= MAX_SIDE; width++) {
      for (let height = 1; height <= MAX_SIDE; height++) {
        const size = { width, height };
        const position = standardStartOf(size) ?? Position.empty(size, "black");
        expect(parseFen(writeFen(position)).equals(position)).toBe(true);
      }
    }
  });

  it("is rejected with the reason", () => {
    const problem = (text: string) => problemOf(() => parseFen(text));
    expect(problem("3Q/4 w - - 0 1")).toBe("none");
    expect(problem("  ")).toBe("fen.nothing");
    expect(problem("3p/4 w")).toBe("fen.character");
    expect(problem("4/3 w")).toBe("fen.ragged");
    expect(problem("11 w")).toBe("fen.size");
    expect(problem("0 w")).toBe("fen.size");
    expect(problem("4//4 w")).toBe("fen.ragged");
    expect(problem("99999999999999999999999 w")).toBe("fen.size");
    expect(problem("4/4 x")).toBe("fen.side");
    expect(problem("4/4 w - - 0 1 7")).toBe("fen.trailing");
    expect(problem("4/4 w KQ")).toBe("fen.trailing");
  });

  it("follows a game", () => {
    const positions = replay(standardStart(), ["d1-d7/g7"]);
    expect(writeFen(positions[1])).toBe("3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
  });
});

describe("the end", () => {
  it("comes when the side to move cannot move", () => {
    expect(winner(parseFen("Q*1/**1/2q w"))).toBe("black");
    expect(winner(parseFen("Q*1/**1/2q b"))).toBeNull();
    expect(winner(parseFen("1 b"))).toBe("white");
  });
});
