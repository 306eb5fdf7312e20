// Data and a scripted connection for tests.

import type { Listener } from "../api/socket";
import type { Analysis, AnalysisRequest } from "../api/types";
import { LiveAnalysis } from "./live-analysis.svelte";

/** White's analysis with lines such as `d1-d7/g7 0.6 900`: move, win probability and visits. */
export function analysisOf(lines: readonly string[], changes: Partial<Analysis> = {}): Analysis {
  return {
    fen: "",
    to_move: "white",
    winner: null,
    score: null,
    win_probability: null,
    margin: null,
    exact: null,
    best_move: lines[0]?.split(" ")[0] ?? null,
    depth: 1,
    nodes: 1,
    seconds: 1,
    lines: lines.map((line) => {
      const [move, white, visits] = line.split(" ");
      const win_probability = { black: 1 - Number(white), white: Number(white) };
      return { moves: [move], score: null, win_probability, visits: visits ? Number(visits) : null };
    }),
    ...changes,
  };
}

/** A live analysis whose connection is in the test's hands. */
export function connectLive() {
  const sent: AnalysisRequest[] = [];
  let listener!: Listener;
  const live = new LiveAnalysis((given) => {
    listener = given;
    return { send: (message) => sent.push(message) > 0, close: () => {} };
  });
  return {
    live,
    sent,
    open: () => listener.onopen?.(),
    disconnect: () => listener.onlost?.(),
    receive: (message: unknown) => listener.onmessage(message),
    /** Receives an analysis in answer to a request. */
    answer: (request: number, study: Analysis) =>
      listener.onmessage({ type: "study", request, study, final: false }),
  };
}
