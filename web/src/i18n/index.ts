// Messages in the selected language.

import { settings } from "../shell/settings.svelte";
import { message, type MessageKey, type MessageValues } from "./messages";

export type { MessageKey, MessageValues };

/** The message for `key`, with every `{name}` replaced by its value. */
export function t(key: MessageKey, values: MessageValues = {}): string {
  return message(settings.language, key, values);
}

/** Sentences as one text; Japanese has no spaces between them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(settings.language === "ja" ? "" : " ");
}

/** A count in the notation of the selected language. */
export function formatCount(count: number): string {
  return count.toLocaleString(settings.language);
}

/** An error with a message in both languages. */
interface MessageError {
  readonly problem: MessageKey;
  readonly values: MessageValues;
}

function isMessageError(error: unknown): error is MessageError {
  return error instanceof Error && "problem" in error && "values" in error;
}

/** The text of an error in the selected language. */
export function errorMessage(error: unknown): string {
  if (isMessageError(error)) return t(error.problem, error.values);
  return error instanceof Error ? error.message : String(error);
}
