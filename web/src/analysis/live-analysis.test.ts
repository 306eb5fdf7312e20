import { describe, expect, it } from "vitest";
import type { Listener } from "../api/socket";
import type { Analysis, AnalysisRequest } from "../api/types";
import { LiveAnalysis } from "./live-analysis.svelte";

/** A live analysis with a setup server. */
function setup() {
  const sent: AnalysisRequest[] = [];
  let listener!: Listener;
  let isClosed = false;
  const live = new LiveAnalysis((given) => {
    listener = given;
    return {
      send: (message) => sent.push(message) > 0,
      close: () => (isClosed = true),
    };
  });
  return {
    live,
    sent,
    receive: (message: unknown) => listener.onmessage(message),
    open: () => listener.onopen?.(),
    disconnect: () => listener.onlost?.(),
    isClosed: () => isClosed,
  };
}

function analysis(nodes: number): Analysis {
  const nothing = {
    winner: null,
    score: null,
    win_probability: null,
    margin: null,
    exact: null,
    best_move: null,
  };
  return { fen: "", to_move: "white", depth: 1, nodes, seconds: 1, lines: [], ...nothing };
}

describe("live analysis", () => {
  it("requests a position and caches its analysis", () => {
    const { live, sent, receive, open } = setup();
    open();
    live.analyze("A", 3);
    expect(sent).toEqual([{ type: "analyze", request: 1, fen: "A", lines: 3 }]);
    receive({ type: "study", request: 1, study: analysis(10), final: false });
    receive({ type: "study", request: 1, study: analysis(20), final: true });
    expect(live.cache.get("A")?.nodes).toBe(20);
  });

  it("drops the analyses of another engine", () => {
    const { live, sent, receive, open } = setup();
    open();
    live.analyze("A", 3);
    receive({ type: "study", request: 1, study: analysis(10), final: false });
    live.analyze("A", 3, 7);
    expect(sent.at(-1)).toEqual({ type: "analyze", request: 2, fen: "A", lines: 3, program: 7 });
    expect(live.cache.size).toBe(0);
  });

  it("does not repeat the same request", () => {
    const { live, sent } = setup();
    live.analyze("A", 3);
    live.analyze("A", 3);
    expect(sent).toHaveLength(1);
    live.analyze("A", 60);
    expect(sent).toHaveLength(2);
  });

  it("ignores late messages", () => {
    const { live, receive } = setup();
    live.analyze("A", 3);
    live.analyze("B", 3);
    receive({ type: "study", request: 1, study: analysis(10), final: true });
    expect(live.cache.size).toBe(0);
    live.stop();
    receive({ type: "study", request: 2, study: analysis(10), final: true });
    expect(live.cache.size).toBe(0);
  });

  it("repeats the request after a reconnection unless stopped", () => {
    const { live, sent, open, disconnect } = setup();
    open();
    live.analyze("A", 3);
    disconnect();
    expect(live.isConnected).toBe(false);
    open();
    expect(sent.map((message) => message.type)).toEqual(["analyze", "analyze"]);
    live.stop();
    disconnect();
    open();
    expect(sent).toHaveLength(3);
  });

  it("shows an error until the next request", () => {
    const { live, receive } = setup();
    live.analyze("A", 3);
    receive({ type: "error", request: 1, error: "There are too many viewers." });
    expect(live.problem).toBe("There are too many viewers.");
    live.analyze("B", 3);
    expect(live.problem).toBeNull();
  });

  it("drops the oldest analyses first", () => {
    const { live, receive } = setup();
    for (let index = 1; index <= 501; index += 1) {
      live.analyze(`${index}`, 1);
      receive({ type: "study", request: index, study: analysis(index), final: false });
    }
    expect(live.cache.size).toBe(500);
    expect(live.cache.has("1")).toBe(false);
    expect(live.cache.has("501")).toBe(true);
  });
});
