import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReconnectingSocket } from "./socket";

/** A socket whose other end is in the test's hand. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_event: { data: string }) => {};
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.lose();
  }
  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  lose() {
    this.readyState = FakeSocket.CLOSED;
    this.onclose();
  }
}

let onOnline = () => {};
const newest = () => FakeSocket.made.at(-1) as FakeSocket;

beforeEach(() => {
  FakeSocket.made = [];
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "localhost:1" });
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("addEventListener", (_name: string, listener: () => void) => (onOnline = listener));
  vi.stubGlobal("removeEventListener", () => (onOnline = () => {}));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("reconnects with exponential backoff that a connection resets", () => {
  const onlost = vi.fn();
  new ReconnectingSocket("/live", { onmessage() {}, onlost });
  expect(newest().url).toBe("ws://localhost:1/live");
  for (const wait of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
    const before = FakeSocket.made.length;
    newest().lose();
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
  expect(onlost).toHaveBeenCalledTimes(8);
  newest().open();
  newest().lose();
  vi.advanceTimersByTime(300);
  expect(FakeSocket.made).toHaveLength(10);
});

it("reconnects at once when the browser goes online", () => {
  new ReconnectingSocket("/live", { onmessage() {} });
  newest().lose();
  onOnline();
  expect(FakeSocket.made).toHaveLength(2);
  // It is on its way already.
  onOnline();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(2);
});

it("sends only while open and never reconnects after close", () => {
  const heard: unknown[] = [];
  const socket = new ReconnectingSocket("/live", { onmessage: (message) => heard.push(message) });
  expect(socket.send({ a: 1 })).toBe(false);
  newest().open();
  expect(socket.send({ a: 1 })).toBe(true);
  expect(newest().sent).toEqual(['{"a":1}']);
  newest().onmessage({ data: '{"b":2}' });
  socket.close();
  newest().onmessage({ data: '{"c":3}' });
  expect(heard).toEqual([{ b: 2 }]);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
});
