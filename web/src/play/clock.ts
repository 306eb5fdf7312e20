// Clock values and their text.

import type { Game } from "../api/types";
import type { Side } from "../rules";

/** Remaining milliseconds, `elapsed` milliseconds after the last update. */
export function timeLeft(game: Game, side: Side, elapsed: number): number | null {
  if (!game.remaining) return null;
  const isRunning = game.running && game.to_move === side;
  return Math.max(0, game.remaining[side] - (isRunning ? elapsed : 0));
}

/** `1:02:03`, `2:03`, and tenths in the last ten seconds: `0:09.4`. */
export function clockText(milliseconds: number): string {
  const isShort = milliseconds < 10_000;
  // Rounded up, so that a clock shows 0 only when time has run out.
  const tenths = Math.ceil(milliseconds / (isShort ? 100 : 1000)) * (isShort ? 1 : 10);
  const seconds = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds % 60)}${isShort ? `.${tenths % 10}` : ""}`;
}
