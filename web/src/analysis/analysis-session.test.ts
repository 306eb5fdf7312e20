import { beforeEach, describe, expect, it } from "vitest";
import type { ReviewState } from "../api/types";
import { GameTree } from "../game-tree/tree";
import { moveText, standardStart, writeFen } from "../rules";
import { AnalysisSession } from "./analysis-session.svelte";
import { updateAnalysisSettings } from "./analysis-settings.svelte";
import { analysisOf, connectLive } from "./test-data";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

/**
 * Engine lines, each a move with its win probability, and their visits: two moves that differ in the
 * arrow, a move of another amazon, and one with too few visits to be shown.
 */
const LINES: [line: string, visits: number][] = [
  ["d1-d7/g7 0.6", 900],
  ["d1-d7/b7 0.58", 500],
  ["g1-g6/d9 0.55", 300],
  ["d1-d6/d1 0.9", 2],
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

function setup(review: ReviewState | null = null) {
  const { live, sent, answer } = connectLive();
  const tree = GameTree.fromMoves(standardStart(), GAME);
  const session = new AnalysisSession(
    { tree, current: 0, game: null, draft: null, review, save: () => null },
    live,
  );
  /** Answers the current analysis request with `LINES`. */
  const answerRequest = (maxVisits = Infinity) => {
    session.updateLiveAnalysis();
    const request = sent.at(-1);
    if (request?.type !== "analyze") throw new Error("no analysis was requested");
    const lines = LINES.map(([line, visits]) => `${line} ${Math.min(visits, maxVisits)}`);
    answer(request.request ?? 0, analysisOf(lines, { win_probability: { black: 0.4, white: 0.6 } }));
  };
  return { session, sent, answerRequest };
}

describe("an analysis session", () => {
  beforeEach(() =>
    updateAnalysisSettings({ engine: true, hints: true, arrows: true, heat: false, lines: 3, overlay: null }),
  );

  it("requests the current position, with more lines for the heatmap", () => {
    const { session, sent } = setup();
    session.updateLiveAnalysis();
    expect(sent.at(-1)).toMatchObject({ fen: writeFen(standardStart()), lines: 3 });
    updateAnalysisSettings({ heat: true });
    session.updateLiveAnalysis();
    expect(sent.at(-1)).toMatchObject({ lines: 80 });
    session.editor.step(1);
    session.updateLiveAnalysis();
    expect(sent.at(-1)).toMatchObject({ fen: writeFen(session.position) });
    updateAnalysisSettings({ hints: false });
    session.updateLiveAnalysis();
    expect(sent.at(-1)).toEqual({ type: "stop" });
  });

  it("draws one arrow per amazon move; with few visits, only the first of the list", () => {
    const { session, answerRequest } = setup();
    answerRequest();
    expect(session.arrows.map(({ move, rank }) => [moveText(move), rank])).toEqual([
      ["d1-d7/g7", 1],
      ["g1-g6/d9", 2],
    ]);
    updateAnalysisSettings({ arrows: false });
    expect(session.arrows).toEqual([]);
    updateAnalysisSettings({ arrows: true });
    answerRequest(1);
    expect(session.arrows.map(({ move }) => moveText(move))).toEqual(["d1-d6/d1"]);
  });

  it("shows a heatmap of destinations, or of the arrows of a hovered or selected one", () => {
    const { session, answerRequest } = setup();
    answerRequest();
    expect(session.heatmap).toBeNull();
    updateAnalysisSettings({ heat: true });
    expect([...session.heatmap!.keys()]).toEqual(["d7", "g6"]);
    session.hovered = "d7";
    expect(session.arrowHeatFrom).toBe("d7");
    expect([...session.heatmap!.keys()]).toEqual(["g7", "b7"]);
    expect(session.arrows.map(({ move }) => moveText(move))).toEqual(["d1-d7/g7"]);
    session.hovered = "a1";
    expect(session.arrowHeatFrom).toBeNull();
    session.selection = { from: "g1" };
    expect([...session.heatmap!.keys()]).toEqual(["g6"]);
    session.selection = { from: "g1", to: "g6" };
    expect([...session.heatmap!.keys()]).toEqual(["d9"]);
  });

  it("shows only the graph without hints", () => {
    const { session, answerRequest } = setup(REVIEW);
    answerRequest();
    updateAnalysisSettings({ heat: true, hints: false });
    expect([session.heatmap, session.arrows, session.candidates]).toEqual([null, [], []]);
    expect(session.graphPoints.map(({ probability }) => probability)).toEqual([0.6, 0.7, 0.7, 0.7]);
    expect(session.winProbability).toEqual({ black: 0.4, white: 0.6 });
  });

  it("fills the graph from live analyses", () => {
    const { session, answerRequest } = setup();
    answerRequest();
    expect(session.graphPoints.map(({ probability }) => probability)).toEqual([0.6, null, null, null]);
  });

  it("goes to mistakes, marks them and shows the best line", () => {
    const { session } = setup(REVIEW);
    expect([...session.moveGlyphs.values()]).toEqual([{ text: "??", kind: "blunder" }]);
    expect(session.goToMistake(1)).toBe(true);
    expect(session.editor.node.ply).toBe(2);
    expect([...session.marks!]).toEqual([["b7", "??"]]);
    session.showBetterLine();
    expect(moveText(session.editor.node.move!)).toBe("j7-j8/a8");
    expect(session.editor.tree.size).toBe(6);
    expect(session.mainLinePly).toBe(1);
    expect(session.judgement).toBeNull();
  });

  it("previews a line only in the position it starts from", () => {
    const { session } = setup();
    session.preview(GAME.slice(0, 2));
    expect(session.previewLine.map(moveText)).toEqual(GAME.slice(0, 2));
    expect(session.arrows).toEqual([]);
    session.editor.step(1);
    expect(session.previewLine).toEqual([]);
    session.editor.step(-1);
    session.preview(null);
    expect(session.previewLine).toEqual([]);
  });

  it("plays the engine's best move", () => {
    const { session, answerRequest } = setup();
    session.playBest();
    expect(session.editor.node.ply).toBe(0);
    answerRequest();
    session.playBest();
    expect(moveText(session.editor.node.move!)).toBe("d1-d7/g7");
  });
});
