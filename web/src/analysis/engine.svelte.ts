// The engine as the page sees it: told which position is looked at, it tells what it finds, as it finds it.

import { SvelteMap } from "svelte/reactivity";
import { type Listener, ReconnectingSocket } from "../api/socket";
import type { AnalysisEvent, AnalysisRequest, Study } from "../api/types";

/** What is said to the engine and heard from it; a test puts its own in place. */
export interface Wire {
  send(message: AnalysisRequest): boolean;
  close(): void;
}

/** As many studies as a long game has positions, a few times over; the oldest are forgotten first. */
const MOST_REMEMBERED = 500;

const overSocket = (listener: Listener): Wire => new ReconnectingSocket("/api/v1/analysis", listener);

export class LiveEngine {
  /** The last that was found in each position, also long after the engine has gone on to another. */
  readonly known = new SvelteMap<string, Study>();

  /** Whether the server can be heard. */
  isConnected = $state(false);
  /** Whether nothing more is to be found in the position. */
  isFinal = $state(false);
  /** Why nothing is found, as a sentence. */
  problem = $state<string | null>(null);

  #wanted: { readonly fen: string; readonly lines: number; readonly program: number | null } | null = null;
  #request = 0;
  readonly #wire: Wire;

  constructor(connect: (listener: Listener) => Wire = overSocket) {
    this.#wire = connect({
      onopen: () => {
        this.isConnected = true;
        this.#ask();
      },
      onlost: () => (this.isConnected = false),
      onmessage: (message) => this.#hear(message as AnalysisEvent),
    });
  }

  /** Thinks about a position from now on, and about no other. */
  analyze(fen: string, lines: number, program: number | null = null): void {
    const wanted = this.#wanted;
    if (wanted?.fen === fen && wanted.lines === lines && wanted.program === program) return;
    // What one engine says is not what another one means.
    if (wanted !== null && wanted.program !== program) this.known.clear();
    this.#wanted = { fen, lines, program };
    this.#ask();
  }

  /** Thinks about nothing. */
  stop(): void {
    if (this.#wanted === null) return;
    this.#wanted = null;
    this.#request += 1;
    this.#wire.send({ type: "stop" });
  }

  close(): void {
    this.#wanted = null;
    this.#wire.close();
  }

  #ask(): void {
    if (this.#wanted === null) return;
    this.#request += 1;
    this.isFinal = false;
    this.problem = null;
    const { program, ...position } = this.#wanted;
    const by = program === null ? {} : { program };
    this.#wire.send({ type: "analyze", request: this.#request, ...position, ...by });
  }

  #hear(event: AnalysisEvent): void {
    // An answer to an earlier request is about another position, or has fewer lines than are wanted now.
    if (event.request !== undefined && event.request !== null && event.request !== this.#request) return;
    if (event.type === "error") {
      this.problem = event.error;
    } else if (this.#wanted !== null) {
      this.isFinal = event.final;
      this.#remember(this.#wanted.fen, event.study);
    }
  }

  #remember(fen: string, study: Study): void {
    this.known.delete(fen);
    this.known.set(fen, study);
    const oldest = this.known.keys().next();
    if (this.known.size > MOST_REMEMBERED && !oldest.done) this.known.delete(oldest.value);
  }
}
