// What is said to those who do not see the page, or look elsewhere: for screen readers in a place that they watch, and
// aloud if that was chosen.

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

export const announcer = $state({ text: "" });

const VOICES = { en: "en-GB", ja: "ja-JP" } as const;

/** Says a sentence. The newest replaces what is still being said: it is about the position as it is now. */
export function announce(text: string): void {
  if (text === "") return;
  // The same sentence again is news too, and only a changed text is read again.
  untrack(() => {
    announcer.text = announcer.text === text ? `${text}\u00a0` : text;
    if (settings.spoken) speak(text);
  });
}

function speak(text: string): void {
  // Not every browser has a voice.
  if (!("speechSynthesis" in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(spelled(text));
  utterance.lang = VOICES[settings.language];
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Squares with their letter apart and in capitals, so that `a1` is not read as a word. */
export function spelled(text: string): string {
  return text.replace(
    /\b([a-j])(10|[1-9])\b/g,
    (_, column: string, row: string) => `${column.toUpperCase()} ${row}`,
  );
}
