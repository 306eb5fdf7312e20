// Sentences that appear for a while: what went wrong, what was copied.

import { say } from "../i18n";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

/** Long enough to read a sentence twice. */
const SHOWN_MS = 6000;

let next = 0;

export const toasts = $state<{ list: Toast[] }>({ list: [] });

export function toast(text: string, isError = false): void {
  const id = next++;
  // The same sentence again replaces itself rather than piling up.
  toasts.list = [...toasts.list.filter((other) => other.text !== text), { id, text, isError }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function fail(error: unknown): void {
  toast(say(error), true);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((other) => other.id !== id);
}
