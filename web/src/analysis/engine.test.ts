import { describe, expect, it } from "vitest";
import type { Listener } from "../api/socket";
import type { AnalysisRequest, Study } from "../api/types";
import { LiveEngine } from "./engine.svelte";

/** A server whose every word the test chooses. */
function scripted() {
  const sent: AnalysisRequest[] = [];
  let listener!: Listener;
  let isClosed = false;
  const engine = new LiveEngine((given) => {
    listener = given;
    return {
      send: (message) => sent.push(message) > 0,
      close: () => (isClosed = true),
    };
  });
  return {
    engine,
    sent,
    say: (message: unknown) => listener.onmessage(message),
    open: () => listener.onopen?.(),
    lose: () => listener.onlost?.(),
    isClosed: () => isClosed,
  };
}

function study(nodes: number): Study {
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

describe("the live engine", () => {
  it("asks for a position and remembers what is found there", () => {
    const { engine, sent, say, open } = scripted();
    open();
    engine.analyze("A", 3);
    expect(sent).toEqual([{ type: "analyze", request: 1, fen: "A", lines: 3 }]);
    say({ type: "study", request: 1, study: study(10), final: false });
    say({ type: "study", request: 1, study: study(20), final: true });
    expect(engine.known.get("A")?.nodes).toBe(20);
    expect(engine.isFinal).toBe(true);
  });

  it("forgets what another engine said", () => {
    const { engine, sent, say, open } = scripted();
    open();
    engine.analyze("A", 3);
    say({ type: "study", request: 1, study: study(10), final: false });
    engine.analyze("A", 3, 7);
    expect(sent.at(-1)).toEqual({ type: "analyze", request: 2, fen: "A", lines: 3, program: 7 });
    expect(engine.known.size).toBe(0);
  });

  it("does not ask twice for the same", () => {
    const { engine, sent } = scripted();
    engine.analyze("A", 3);
    engine.analyze("A", 3);
    expect(sent).toHaveLength(1);
    engine.analyze("A", 60);
    expect(sent).toHaveLength(2);
  });

  it("ignores answers to what it no longer asks", () => {
    const { engine, say } = scripted();
    engine.analyze("A", 3);
    engine.analyze("B", 3);
    say({ type: "study", request: 1, study: study(10), final: true });
    expect(engine.known.size).toBe(0);
    expect(engine.isFinal).toBe(false);
    engine.stop();
    say({ type: "study", request: 2, study: study(10), final: true });
    expect(engine.known.size).toBe(0);
  });

  it("asks again after a lost connection, but not for what was stopped", () => {
    const { engine, sent, open, lose } = scripted();
    open();
    engine.analyze("A", 3);
    lose();
    expect(engine.isConnected).toBe(false);
    open();
    expect(sent.map((message) => message.type)).toEqual(["analyze", "analyze"]);
    engine.stop();
    lose();
    open();
    expect(sent).toHaveLength(3);
  });

  it("says what went wrong until something else is asked", () => {
    const { engine, say } = scripted();
    engine.analyze("A", 3);
    say({ type: "error", request: 1, error: "There are too many viewers." });
    expect(engine.problem).toBe("There are too many viewers.");
    engine.analyze("B", 3);
    expect(engine.problem).toBeNull();
  });

  it("forgets the oldest positions first", () => {
    const { engine, say } = scripted();
    for (let index = 1; index <= 501; index += 1) {
      engine.analyze(`${index}`, 1);
      say({ type: "study", request: index, study: study(index), final: false });
    }
    expect(engine.known.size).toBe(500);
    expect(engine.known.has("1")).toBe(false);
    expect(engine.known.has("501")).toBe(true);
  });
});
