import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Game } from "../api/types";
import { parseMove, standardStart, writeFen } from "../rules";
import { toasts } from "../shell/toasts.svelte";
import { GameSession } from "./game-session.svelte";

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

function respond(_url: string, { method, body }: { method: string; body: string | null }) {
  if (method === "GET") return Promise.resolve(Response.json(gameWith()));
  requests.push(JSON.parse(body ?? "null"));
  const answer = answers.shift()?.(requests.at(-1));
  if (answer === "unreachable" || answer === undefined)
    return Promise.reject(new TypeError("Failed to fetch"));
  if (typeof answer === "number") {
    return Promise.resolve(Response.json({ error: "That is refused." }, { status: answer }));
  }
  return Promise.resolve(Response.json(answer));
}

beforeEach(() => {
  answers = [];
  requests = [];
  toasts.list = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", respond);
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
  expect(toasts.list.map(({ text }) => text)).toEqual(["That is refused."]);
});

it("repeats a move that could not be sent", async () => {
  const session = await opened();
  answers = [() => "unreachable", () => "unreachable", () => gameWith({ moves: ["d1-d7/g7"] })];
  const playing = session.play(FIRST);
  await vi.runAllTimersAsync();
  await playing;
  expect(requests).toEqual(new Array(3).fill({ ply: 0, move: "d1-d7/g7" }));
  expect(session.moves).toEqual([FIRST]);
  expect(toasts.list).toEqual([]);
});

it("gives up after the last attempt", async () => {
  const session = await opened();
  const playing = session.play(FIRST);
  await vi.advanceTimersByTimeAsync(5000);
  await playing;
  expect(session.pending).toBeNull();
  expect(toasts.list).toHaveLength(1);
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
