// Live analysis over a WebSocket.

import { SvelteMap } from "svelte/reactivity";
import { ServerError } from "../api/client";
import { ReconnectingSocket, type Listener } from "../api/socket";
import type { Analysis, AnalysisEvent, AnalysisRequest } from "../api/types";

/** Connection to the server; replaced in tests. */
interface AnalysisConnection {
  send(message: AnalysisRequest): boolean;
  close(): void;
}

/** Maximum number of cached analyses; the oldest are dropped first. */
const MAX_CACHED = 500;

const openSocket = (listener: Listener): AnalysisConnection =>
  new ReconnectingSocket("/api/v1/analysis", listener);

export class LiveAnalysis {
  /** The latest analysis of each position. */
  readonly cache = new SvelteMap<string, Analysis>();

  isConnected = $state(false);
  /** The server's error. */
  problem = $state.raw<ServerError | null>(null);

  #target: { readonly fen: string; readonly lines: number; readonly program: number | null } | null = null;
  #request = 0;
  readonly #connection: AnalysisConnection;

  constructor(connect: (listener: Listener) => AnalysisConnection = openSocket) {
    this.#connection = connect({
      onopen: () => {
        this.isConnected = true;
        this.#sendRequest();
      },
      onlost: () => (this.isConnected = false),
      onmessage: (message) => this.#onMessage(message as AnalysisEvent),
    });
  }

  /** Analyzes a position, in place of the previous one. */
  analyze(fen: string, lines: number, program: number | null = null): void {
    const target = this.#target;
    if (target?.fen === fen && target.lines === lines && target.program === program) return;
    // Analyses of another engine are not comparable.
    if (target !== null && target.program !== program) this.cache.clear();
    this.#target = { fen, lines, program };
    this.#sendRequest();
  }

  stop(): void {
    if (this.#target === null) return;
    this.#target = null;
    this.#request += 1;
    this.#connection.send({ type: "stop" });
  }

  close(): void {
    this.#target = null;
    this.#connection.close();
  }

  #sendRequest(): void {
    if (this.#target === null) return;
    this.#request += 1;
    this.problem = null;
    const { program, ...position } = this.#target;
    const by = program === null ? {} : { program };
    this.#connection.send({ type: "analyze", request: this.#request, ...position, ...by });
  }

  #onMessage(event: AnalysisEvent): void {
    // Late message of an earlier request.
    if (event.request !== undefined && event.request !== null && event.request !== this.#request) return;
    if (event.type === "error") {
      this.problem = ServerError.from(event, 400);
    } else if (this.#target !== null) {
      this.#store(this.#target.fen, event.study);
    }
  }

  #store(fen: string, analysis: Analysis): void {
    this.cache.delete(fen);
    this.cache.set(fen, analysis);
    const oldest = this.cache.keys().next();
    if (this.cache.size > MAX_CACHED && !oldest.done) this.cache.delete(oldest.value);
  }
}
