// What the page says, in the language that was chosen.

import { NotationError } from "../rules";
import { settings } from "../shell/settings.svelte";
import { message, type Key, type Values } from "./messages";

export type { Key, Values };

/** A message, with every `{name}` in it replaced by that value. */
export function t(key: Key, values: Values = {}): string {
  return message(settings.language, key, values);
}

/** What went wrong, as a sentence. */
export function say(error: unknown): string {
  if (error instanceof NotationError) return t(error.problem, error.values);
  return error instanceof Error ? error.message : String(error);
}
