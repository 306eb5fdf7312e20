import { expect, it } from "vitest";
import type { Endgame, PlayedMove, Standing } from "../api/types";
import { parseFen, writeFen } from "../rules";
import { drawing } from "./drawing";
import { beginningOfFilling, placeOn, walkFrom } from "./walk";
import { keepingText, reasonText, standingText, valueText } from "./wording";

const start = parseFen("Q2*q b");

const played = (change: Partial<PlayedMove>): PlayedMove => ({
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

const standing = (change: Partial<Standing>): Standing => ({
  certainty: "values",
  winner: "white",
  least: 3,
  most: 3,
  chances: { black: 0, white: 1 },
  margin: null,
  ...change,
});

const endgame = (change: Partial<Endgame>): Endgame => ({
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

it("says who is ahead by how much, and only what is known", () => {
  expect(standingText(standing({}))).toBe("White ahead by 3 moves");
  expect(standingText(standing({ least: 1, most: 1 }))).toBe("White ahead by 1 move");
  expect(standingText(standing({ least: 0, most: 0 }))).toBe("White wins, without a move to spare");
  expect(standingText(standing({ least: 2, most: 5 }))).toBe("White ahead by 2 to 5 moves");
  expect(standingText(standing({ certainty: "search", least: null, most: null }))).toContain("not known");
  const chances = { black: 0.263, white: 0.737 };
  const estimate = standing({ certainty: "estimate", least: null, most: null, chances });
  expect(standingText(estimate)).toContain("74 %");
});

it("counts the moves that keep a win, and says when there are none", () => {
  const winning_moves = [{ region: "A", move: "a1-b1/a1", ahead: 3 }];
  expect(keepingText(endgame({ winning_moves }))).toBe("1 of 7 moves keep the win.");
  expect(keepingText(endgame({ winning_moves, winning_moves_complete: false }))).toContain("At least 1");
  expect(keepingText(endgame({ to_move: "black", winning_moves: null }))).toContain("Every move loses");
  expect(keepingText(endgame({ winning_moves: null }))).toBeNull();
  expect(keepingText(endgame({ standing: standing({ certainty: "estimate" }) }))).toBeNull();
});

it("writes numbers as people do, and long values not at all", () => {
  expect(valueText("{2|-1/2}")).toBe("{2|−1/2}");
  expect(valueText("{".repeat(30), "-3/2")).toBe("≈ −3/2");
  const cooler = played({ reason: "cooler", temperature: "1/2", hottest: "3/2" });
  expect(reasonText(cooler)).toContain("1/2");
  expect(reasonText(cooler)).toContain("3/2");
});

it("knows where on a walk a position is", () => {
  const board = parseFen("q2*Q/2*2 b");
  const play = [
    played({ move: "a2-b2/a2", reason: "hottest", temperature: "0" }),
    played({ side: "white", move: "e2-e1/e2" }),
    played({ move: "b2-b1/b2" }),
  ];
  const walk = walkFrom(endgame({ play }), board);
  expect(walk.fens).toHaveLength(4);
  expect(placeOn(walk, writeFen(board))).toBe(0);
  expect(placeOn(walk, walk.fens[2])).toBe(2);
  expect(placeOn(walk, writeFen(start))).toBe(-1);
  expect(beginningOfFilling(walk.endgame)).toBe(1);
});

it("draws the best move of all, or both sides' in the chosen region", () => {
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
  const known = endgame({ regions: [region], hottest: "A", play: [played({ move: "a2-b2/a2" })] });
  const all = drawing(known, board, null);
  expect(all.arrows).toHaveLength(1);
  expect(all.outlines).toEqual([{ name: "A", squares: region.squares, isMarked: true }]);
  expect([...(all.overlay?.labels?.values() ?? [])]).toEqual(["A"]);
  expect(drawing(known, board, "A").arrows?.map(({ label }) => label)).toEqual(["B", "W"]);
  // Where nothing is known, the engine draws its own.
  expect(drawing(endgame({ regions: [region] }), board, null).arrows).toBeUndefined();
});
