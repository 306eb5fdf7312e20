import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Game } from "../api/types";
import { parseMove, standardStart, writeFen } from "../rules";
import { memoryStorage } from "../shell/test-storage";
import { toasts } from "../shell/toasts.svelte";
import { GameSession } from "./game-session.svelte";
import { outgoingMove, resumeMoves } from "./move-outbox";

const START = writeFen(standardStart());
const FIRST = parseMove(standardStart(), "d1-d7/g7");

function gameWith(changes: Partial<Game> = {}): Game {
  const moves = changes.moves ?? [];
  return {
    id: 1,
    revision: moves.length,
    name: "",
    start: START,
    moves: [],
    fen: START,
    to_move: moves.length % 2 === 0 ? "white" : "black",
    white: { kind: "person" },
    black: { kind: "engine", level: 1 },
    clock: null,
    remaining: null,
    running: false,
    thinking: false,
    result: null,
    fault: null,
    created: 0,
    updated: 0,
    tree: null,
    review: null,
    ...changes,
  };
}

/** Scripted server and socket. */
let answers: ((body: unknown) => Game | number | "unreachable")[] = [];
let requests: unknown[] = [];
let socket: { onmessage: (event: { data: string }) => void };

const tell = (game: Game) => socket.onmessage({ data: JSON.stringify(game) });

function respond(
  _url: string,
  { method = "GET", body = null }: { method?: string; body?: string | null } = {},
) {
  if (method === "GET") return Promise.resolve(Response.json(gameWith()));
  requests.push(JSON.parse(body ?? "null"));
  const answer = answers.shift()?.(requests.at(-1));
  if (answer === "unreachable" || answer === undefined)
    return Promise.reject(new TypeError("Failed to fetch"));
  if (typeof answer === "number") {
    const body = { error: "the time is up", reason: { code: "time_up" } };
    return Promise.resolve(Response.json(body, { status: answer }));
  }
  return Promise.resolve(Response.json(answer));
}

beforeEach(() => {
  answers = [];
  requests = [];
  toasts.list = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("document", { addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
  vi.stubGlobal(
    "WebSocket",
    class {
      static readonly OPEN = 1;
      onmessage = () => {};
      constructor() {
        socket = this;
      }
      close() {}
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function opened(game = gameWith()): Promise<GameSession> {
  const session = new GameSession(1);
  await vi.runAllTimersAsync();
  tell(game);
  return session;
}

it("shows an own move at once and keeps it when the server accepts it", async () => {
  const session = await opened();
  expect(session.turn).toBe("white");
  answers = [() => gameWith({ moves: ["d1-d7/g7"] })];
  const playing = session.play(FIRST);
  expect(session.position?.at("d7")).toBe("white");
  expect(session.lastMove).toEqual(FIRST);
  expect(session.turn).toBeNull();
  await playing;
  expect(requests).toEqual([{ ply: 0, move: "d1-d7/g7" }]);
  expect(session.pending).toBeNull();
  expect(session.positions).toHaveLength(2);
  expect(session.turn).toBeNull();
});

it("takes back a rejected move and shows the error", async () => {
  const session = await opened();
  answers = [() => 409];
  await session.play(FIRST);
  expect(session.position?.at("d1")).toBe("white");
  expect(session.turn).toBe("white");
  expect(toasts.list.map(({ text }) => text)).toEqual(["The time is up."]);
});

it("repeats a move that could not be sent", async () => {
  const session = await opened();
  answers = [() => "unreachable", () => "unreachable", () => gameWith({ moves: ["d1-d7/g7"] })];
  const playing = session.play(FIRST);
  await vi.advanceTimersByTimeAsync(10_000);
  await playing;
  expect(requests).toEqual(new Array(3).fill({ ply: 0, move: "d1-d7/g7" }));
  expect(session.moves).toEqual([FIRST]);
  expect(toasts.list).toEqual([]);
});

it("sends a move after the page was left, and says so", async () => {
  const session = await opened();
  answers = [() => "unreachable", () => gameWith({ moves: ["d1-d7/g7"] })];
  void session.play(FIRST);
  await vi.advanceTimersByTimeAsync(10);
  session.close();
  expect(outgoingMove(1)).toEqual({ ply: 0, move: "d1-d7/g7" });
  await vi.advanceTimersByTimeAsync(3000);
  expect(outgoingMove(1)).toBeNull();
  expect(toasts.list.map(({ text }) => text)).toEqual(["Your move d1-d7/g7 in game 1 has been sent."]);
});

it("sends the moves of an earlier visit, and says if one was rejected", async () => {
  const move = { ply: 0, move: "d1-d7/g7" };
  localStorage.setItem("thermodon.outbox", JSON.stringify({ 1: move, 2: move, x: 3 }));
  answers = [() => 409];
  resumeMoves(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(toasts.list.map(({ text, isError }) => [text, isError])).toEqual([
    ["Your move d1-d7/g7 in game 2 was not played. The time is up.", true],
  ]);
  // The game that is open shows and sends its own.
  answers = [() => "unreachable", () => gameWith({ moves: ["d1-d7/g7"] })];
  const session = new GameSession(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(session.pending).toEqual(FIRST);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([session.pending, session.moves, outgoingMove(1)]).toEqual([null, [FIRST], null]);
});

it("ignores older revisions", async () => {
  const session = await opened();
  tell(gameWith({ moves: ["d1-d7/g7"], revision: 5 }));
  tell(gameWith({ revision: 4 }));
  expect(session.moves).toEqual([FIRST]);
});

it("takes back to before the last human move", async () => {
  const session = await opened();
  expect(session.takeBackPly).toBeNull();
  tell(gameWith({ moves: ["d1-d7/g7"] }));
  expect(session.takeBackPly).toBe(0);
  tell(gameWith({ moves: ["d1-d7/g7", "a7-b7/b2"] }));
  expect(session.takeBackPly).toBe(0);
  tell(gameWith({ moves: ["d1-d7/g7", "a7-b7/b2"], black: { kind: "person" } }));
  expect(session.takeBackPly).toBe(1);
});

it("accepts no moves in earlier positions", async () => {
  const session = await opened(gameWith({ moves: ["d1-d7/g7", "a7-b7/b2"] }));
  expect(session.turn).toBe("white");
  session.viewPly(1);
  expect([session.ply, session.isAtEnd, session.turn]).toEqual([1, false, null]);
  session.viewPly(-3);
  expect(session.ply).toBe(0);
  expect(session.lastMove).toBeNull();
  session.viewPly(Infinity);
  expect([session.ply, session.viewedPly]).toEqual([2, null]);
});
