// Opening explorer: what a book or the game database holds about a position.

import { request } from "../api/client";
import { CachedQuery } from "../api/query.svelte";
import type { ExploreResult, OpeningSource } from "../api/types";
import { readStorage, writeStorage } from "../shell/storage";
import { toastError } from "../shell/toasts.svelte";

export const SOURCES = ["shipped", "own", "people"] as const satisfies readonly OpeningSource[];

const SOURCE_KEY = "thermodon.book.source";

/** The source that was selected last, saved in the browser. */
export function loadSource(): OpeningSource {
  const stored = readStorage(SOURCE_KEY);
  return SOURCES.find((name) => name === stored) ?? "shipped";
}

export function saveSource(source: OpeningSource): void {
  writeStorage(SOURCE_KEY, source);
}

export class Explorer extends CachedQuery<ExploreResult> {
  constructor() {
    super(toastError);
  }

  static keyOf(fen: string, source: OpeningSource): string {
    return `${source} ${fen}`;
  }

  explore(fen: string, source: OpeningSource): Promise<void> {
    return this.show(Explorer.keyOf(fen, source), () =>
      request("post", "/api/v1/book/explore", { body: { fen, source } }),
    );
  }

  /** Fetches again after the book or the database has changed. */
  async refresh(fen: string, source: OpeningSource): Promise<void> {
    this.invalidate();
    await this.explore(fen, source);
  }

  /** Appends the next page of games. */
  async loadMoreGames(fen: string): Promise<void> {
    const { key, data } = this;
    if (key === null || data === null || data.next === null) return;
    try {
      const body = { fen, source: "people" as const, before: data.next };
      const { games, next } = await request("post", "/api/v1/book/explore", { body });
      this.set(key, { ...data, games: [...data.games, ...games], next });
    } catch (error) {
      toastError(error);
    }
  }
}
