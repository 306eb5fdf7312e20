import { beforeEach, describe, expect, it } from "vitest";
import type { Listener } from "../api/socket";
import type { AnalysisRequest, ReviewState } from "../api/types";
import { GameTree } from "../records/tree";
import { moveText, standardStart, writeFen } from "../rules";
import { LiveEngine } from "./engine.svelte";
import { AnalysisSession } from "./session.svelte";
import { choose } from "./settings.svelte";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

/** Lines at the start: three shots from d7, and another step. */
const LINES: [move: string, chance: number, visits: number][] = [
  ["d1-d7/g7", 0.6, 900],
  ["d1-d7/b7", 0.58, 500],
  ["g1-g6/d9", 0.55, 300],
  ["d1-d6/d1", 0.9, 2],
];

const REVIEW: ReviewState = {
  id: 4,
  total: 4,
  done: 4,
  finished: true,
  start_chances: { black: 0.4, white: 0.6 },
  performance: null,
  turning_point: null,
  moves: GAME.map((move, index) => ({
    ply: index + 1,
    move,
    chances: { black: 0.3, white: 0.7 },
    loss: index === 1 ? 0.25 : 0,
    judgement: index === 1 ? ("blunder" as const) : ("best" as const),
    best_move: index === 1 ? "j7-j8/a8" : move,
    line: index === 1 ? ["j7-j8/a8", "g1-g2/a2"] : [move],
  })),
};

function session(review: ReviewState | null = null) {
  const sent: AnalysisRequest[] = [];
  let listener!: Listener;
  const engine = new LiveEngine((given) => {
    listener = given;
    return { send: (message) => sent.push(message) > 0, close: () => {} };
  });
  const tree = GameTree.fromMoves(standardStart(), GAME);
  const made = new AnalysisSession({ tree, current: 0, game: null, review, keep: () => {} }, engine);
  /** The engine finds the lines above in the position that it was asked about last. */
  const find = (most = Infinity) => {
    made.think();
    const asked = sent.at(-1);
    if (asked?.type !== "analyze") throw new Error("nothing was asked");
    const lines = LINES.map(([move, chance, visits]) => ({
      moves: [move],
      visits: Math.min(visits, most),
      win_probability: { black: 1 - chance, white: chance },
    }));
    const study = {
      fen: asked.fen,
      to_move: "white",
      depth: 3,
      nodes: 1700,
      seconds: 1,
      best_move: LINES[0][0],
      lines,
      win_probability: lines[0].win_probability,
    };
    listener.onmessage({ type: "study", request: asked.request, study, final: false });
  };
  return { made, sent, find };
}

describe("an analysis", () => {
  beforeEach(() => choose({ engine: true, hints: true, arrows: true, heat: false, lines: 3, overlay: null }));

  it("asks about what is on the board, and for more lines when heat is wanted", () => {
    const { made, sent } = session();
    made.think();
    expect(sent.at(-1)).toMatchObject({ fen: writeFen(standardStart()), lines: 3 });
    choose({ heat: true });
    made.think();
    expect(sent.at(-1)).toMatchObject({ lines: 80 });
    made.notebook.step(1);
    made.think();
    expect(sent.at(-1)).toMatchObject({ fen: writeFen(made.position) });
    choose({ hints: false });
    made.think();
    expect(sent.at(-1)).toEqual({ type: "stop" });
  });

  it("draws one arrow a step, of moves that were searched", () => {
    const { made, find } = session();
    find();
    expect(made.arrows.map(({ move, rank }) => [moveText(move), rank])).toEqual([
      ["d1-d7/g7", 1],
      ["g1-g6/d9", 2],
    ]);
    choose({ arrows: false });
    expect(made.arrows).toEqual([]);
    choose({ arrows: true });
    find(1);
    expect(made.arrows.map(({ move }) => moveText(move))).toEqual(["d1-d7/g7"]);
  });

  it("warms destinations, then the shots of the one that is pointed at or chosen", () => {
    const { made, find } = session();
    find();
    expect(made.heat).toBeNull();
    choose({ heat: true });
    expect([...made.heat!.keys()]).toEqual(["d7", "g6"]);
    made.hovered = "d7";
    expect(made.shotsFrom).toBe("d7");
    expect([...made.heat!.keys()]).toEqual(["g7", "b7"]);
    expect(made.arrows.map(({ move }) => moveText(move))).toEqual(["d1-d7/g7"]);
    made.hovered = "a1";
    expect(made.shotsFrom).toBeNull();
    made.selection = { from: "g1" };
    expect([...made.heat!.keys()]).toEqual(["g6"]);
    made.selection = { from: "g1", to: "g6" };
    expect([...made.heat!.keys()]).toEqual(["d9"]);
  });

  it("shows nothing of the engine without hints, and keeps the graph", () => {
    const { made, find } = session(REVIEW);
    find();
    choose({ heat: true, hints: false });
    expect([made.heat, made.arrows, made.candidates]).toEqual([null, [], []]);
    expect(made.points.map(({ chance }) => chance)).toEqual([0.6, 0.7, 0.7, 0.7]);
    expect(made.chances).toEqual({ black: 0.4, white: 0.6 });
  });

  it("fills the graph with what the engine saw in passing", () => {
    const { made, find } = session();
    find();
    expect(made.points.map(({ chance }) => chance)).toEqual([0.6, null, null, null]);
  });

  it("goes to mistakes, signs them, and shows what was better", () => {
    const { made } = session(REVIEW);
    expect([...made.signs.values()]).toEqual([{ text: "??", kind: "blunder" }]);
    expect(made.goToMistake(1)).toBe(true);
    expect(made.notebook.node.ply).toBe(2);
    expect([...made.marks!]).toEqual([["b7", "??"]]);
    made.showBetterLine();
    expect(moveText(made.notebook.node.move!)).toBe("j7-j8/a8");
    expect(made.notebook.tree.size).toBe(6);
    expect(made.mainPly).toBe(1);
    expect(made.judgement).toBeNull();
  });

  it("previews a line as moves from the board", () => {
    const { made } = session();
    made.preview(GAME.slice(0, 2));
    expect(made.shadow.map(moveText)).toEqual(GAME.slice(0, 2));
    expect(made.arrows).toEqual([]);
    // Stepping away under the pointer leaves nothing to preview.
    made.notebook.step(1);
    expect(made.shadow).toEqual([]);
    made.notebook.step(-1);
    made.preview(null);
    expect(made.shadow).toEqual([]);
  });

  it("plays the engine's move when asked to", () => {
    const { made, find } = session();
    made.playBest();
    expect(made.notebook.node.ply).toBe(0);
    find();
    made.playBest();
    expect(moveText(made.notebook.node.move!)).toBe("d1-d7/g7");
  });
});
