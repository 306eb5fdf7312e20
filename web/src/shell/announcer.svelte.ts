// Announcements: a live region for screen readers, and speech if enabled.

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

export const announcer = $state({ text: "" });

const VOICES = { en: "en-GB", ja: "ja-JP" } as const;

/** Announces a text in place of the previous one. */
export function announce(text: string): void {
  if (text === "") return;
  // Screen readers only announce changed text.
  untrack(() => {
    announcer.text = announcer.text === text ? `${text}\u00a0` : text;
    if (settings.speech) speak(text);
  });
}

function speak(text: string): void {
  // Not all browsers support speech.
  if (!("speechSynthesis" in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(spelled(text));
  utterance.lang = VOICES[settings.language];
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Spells out squares, so that `a1` is not read as a word. */
export function spelled(text: string): string {
  return text.replace(
    /\b([a-j])(10|[1-9])\b/g,
    (_, column: string, row: string) => `${column.toUpperCase()} ${row}`,
  );
}
