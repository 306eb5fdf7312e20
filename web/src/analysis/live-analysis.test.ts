import { describe, expect, it } from "vitest";
import { analysisOf, connectLive } from "./test-data";

const analysis = (nodes: number) => analysisOf([], { nodes });

describe("live analysis", () => {
  it("requests a position and caches its analysis", () => {
    const { live, sent, answer, open } = connectLive();
    open();
    live.analyze("A", 3);
    expect(sent).toEqual([{ type: "analyze", request: 1, fen: "A", lines: 3 }]);
    answer(1, analysis(10));
    answer(1, analysis(20));
    expect(live.cache.get("A")?.nodes).toBe(20);
  });

  it("drops the analyses of another engine", () => {
    const { live, sent, answer, open } = connectLive();
    open();
    live.analyze("A", 3);
    answer(1, analysis(10));
    live.analyze("A", 3, 7);
    expect(sent.at(-1)).toEqual({ type: "analyze", request: 2, fen: "A", lines: 3, program: 7 });
    expect(live.cache.size).toBe(0);
  });

  it("does not repeat the same request", () => {
    const { live, sent } = connectLive();
    live.analyze("A", 3);
    live.analyze("A", 3);
    expect(sent).toHaveLength(1);
    live.analyze("A", 60);
    expect(sent).toHaveLength(2);
  });

  it("ignores late messages", () => {
    const { live, answer } = connectLive();
    live.analyze("A", 3);
    live.analyze("B", 3);
    answer(1, analysis(10));
    expect(live.cache.size).toBe(0);
    live.stop();
    answer(2, analysis(10));
    expect(live.cache.size).toBe(0);
  });

  it("repeats the request after a reconnection unless stopped", () => {
    const { live, sent, open, disconnect } = connectLive();
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
    const { live, receive } = connectLive();
    live.analyze("A", 3);
    const reason = { code: "too_many_connections", max: 5 } as const;
    receive({ type: "error", request: 1, error: "limit reached", reason });
    expect(live.problem).toMatchObject({ problem: "server.too_many_connections", values: { max: 5 } });
    live.analyze("B", 3);
    expect(live.problem).toBeNull();
  });

  it("drops the oldest analyses first", () => {
    const { live, answer } = connectLive();
    for (let index = 1; index <= 501; index += 1) {
      live.analyze(`${index}`, 1);
      answer(index, analysis(index));
    }
    expect(live.cache.size).toBe(500);
    expect(live.cache.has("1")).toBe(false);
    expect(live.cache.has("501")).toBe(true);
  });
});
