// Where positions are looked up, kept in the browser.

import type { Source } from "../api/types";

export const SOURCES = ["shipped", "own", "people"] as const satisfies readonly Source[];

const KEY = "thermodon.book.source";

export function chosenSource(): Source {
  try {
    return SOURCES.find((name) => name === localStorage.getItem(KEY)) ?? "shipped";
  } catch {
    return "shipped";
  }
}

export function keepSource(source: Source): void {
  try {
    localStorage.setItem(KEY, source);
  } catch {
    // No storage: the page works on without a memory.
  }
}
