import { expect, it } from "vitest";
import type { BestPlayMove, EndgameAnalysis, EndgameOutcome } from "../api/types";
import { parseFen, writeFen } from "../rules";
import { bestLineFrom, fillingStart, indexOnLine } from "./best-line";
import { endgameAnnotations } from "./endgame-annotations";
import { outcomeText, reasonText, valueText, winningMovesText } from "./endgame-text";

const start = parseFen("Q2*q b");

const bestMove = (change: Partial<BestPlayMove>): BestPlayMove => ({
  side: "black",
  move: "e1-d1/e1",
  region: "A",
  before: "1",
  after: "0",
  reason: "fills",
  temperature: null,
  hottest: null,
  winner: "black",
  ahead: 0,
  ...change,
});

const standing = (change: Partial<EndgameOutcome>): EndgameOutcome => ({
  certainty: "values",
  winner: "white",
  least: 3,
  most: 3,
  chances: { black: 0, white: 1 },
  margin: null,
  ...change,
});

const endgame = (change: Partial<EndgameAnalysis>): EndgameAnalysis => ({
  fen: "",
  to_move: "white",
  regions: [],
  hottest: null,
  standing: standing({}),
  otherwise: standing({}),
  winning_moves: [],
  winning_moves_complete: true,
  moves: 7,
  play: [],
  played_out: true,
  ...change,
});

it("shows the lead as far as it is known", () => {
  expect(outcomeText(standing({}))).toBe("White ahead by 3 moves");
  expect(outcomeText(standing({ least: 1, most: 1 }))).toBe("White ahead by 1 move");
  expect(outcomeText(standing({ least: 0, most: 0 }))).toBe("White wins by one tempo");
  expect(outcomeText(standing({ least: 2, most: 5 }))).toBe("White ahead by 2 to 5 moves");
  expect(outcomeText(standing({ certainty: "search", least: null, most: null }))).toContain("unknown");
  const chances = { black: 0.263, white: 0.737 };
  const estimate = standing({ certainty: "estimate", least: null, most: null, chances });
  expect(outcomeText(estimate)).toContain("74%");
});

it("counts winning moves, and reports when every move loses", () => {
  const winning_moves = [{ region: "A", move: "a1-b1/a1", ahead: 3 }];
  expect(winningMovesText(endgame({ winning_moves }))).toBe("1 of 7 moves win.");
  expect(winningMovesText(endgame({ winning_moves, winning_moves_complete: false }))).toContain("At least 1");
  expect(winningMovesText(endgame({ to_move: "black", winning_moves: null }))).toContain("Every move loses");
  expect(winningMovesText(endgame({ winning_moves: null }))).toBeNull();
  expect(winningMovesText(endgame({ standing: standing({ certainty: "estimate" }) }))).toBeNull();
});

it("uses minus signs and shortens long values", () => {
  expect(valueText("{2|-1/2}")).toBe("{2|−1/2}");
  expect(valueText("{".repeat(30), "-3/2")).toBe("≈ −3/2");
  const cooler = bestMove({ reason: "cooler", temperature: "1/2", hottest: "3/2" });
  expect(reasonText(cooler)).toContain("1/2");
  expect(reasonText(cooler)).toContain("3/2");
});

it("finds a position on the best line", () => {
  const board = parseFen("q2*Q/2*2 b");
  const play = [
    bestMove({ move: "a2-b2/a2", reason: "hottest", temperature: "0" }),
    bestMove({ side: "white", move: "e2-e1/e2" }),
    bestMove({ move: "b2-b1/b2" }),
  ];
  const line = bestLineFrom(endgame({ play }), board);
  expect(line.fens).toHaveLength(4);
  expect(indexOnLine(line, writeFen(board))).toBe(0);
  expect(indexOnLine(line, line.fens[2])).toBe(2);
  expect(indexOnLine(line, writeFen(start))).toBe(-1);
  expect(fillingStart(line.endgame)).toBe(1);
});

it("draws the best move, or both sides' best moves in the selected region", () => {
  const board = parseFen("q2Q/4 b");
  const region = {
    name: "A",
    squares: ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"],
    black: ["a2"],
    white: ["d2"],
    owner: null,
    source: "worked_out" as const,
    least: 0,
    most: 1,
    value: null,
    black_moves: [{ move: "a2-c2/b1", count: 1, left: "1" }],
    white_moves: [{ move: "d2-b2/c1", count: 2, left: "-1" }],
  };
  const known = endgame({ regions: [region], hottest: "A", play: [bestMove({ move: "a2-b2/a2" })] });
  const all = endgameAnnotations(known, board, null);
  expect(all.arrows).toHaveLength(1);
  expect(all.outlines).toEqual([{ name: "A", squares: region.squares, isMarked: true }]);
  expect([...(all.overlay?.labels?.values() ?? [])]).toEqual(["A"]);
  expect(endgameAnnotations(known, board, "A").arrows?.map(({ label }) => label)).toEqual(["B", "W"]);
  // Without best play, the engine's arrows stay.
  expect(endgameAnnotations(endgame({ regions: [region] }), board, null).arrows).toBeUndefined();
});
