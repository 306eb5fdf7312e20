// The explorer's source, saved in the browser.

import type { OpeningSource } from "../api/types";
import { readStorage, writeStorage } from "../shell/storage";

export const SOURCES = ["shipped", "own", "people"] as const satisfies readonly OpeningSource[];

const KEY = "thermodon.book.source";

export function loadSource(): OpeningSource {
  const stored = readStorage(KEY);
  return SOURCES.find((name) => name === stored) ?? "shipped";
}

export function saveSource(source: OpeningSource): void {
  writeStorage(KEY, source);
}
