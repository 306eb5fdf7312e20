// Endgame analyses by position.

import { request } from "../api/client";
import { CachedQuery } from "../api/query.svelte";
import type { EndgameAnalysis } from "../api/types";

const LONG_SEARCH_SECONDS = 8;

export class EndgameQuery extends CachedQuery<EndgameAnalysis> {
  analyze(fen: string, seconds?: number): Promise<void> {
    return this.show(fen, () => request("post", "/api/v1/positions/endgame", { body: { fen, seconds } }));
  }

  /** Repeats the analysis of the shown position with more search time. */
  async searchLonger(): Promise<void> {
    if (this.key === null) return;
    this.invalidate();
    await this.analyze(this.key, LONG_SEARCH_SECONDS);
  }
}
