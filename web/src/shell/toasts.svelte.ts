// Toasts: short messages that disappear after a while.

import { errorMessage } from "../i18n";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const TOAST_MS = 6000;

let next = 0;

export const toasts = $state<{ list: Toast[] }>({ list: [] });

export function toast(text: string, isError = false): void {
  const id = next++;
  // A repeated text replaces the earlier toast.
  toasts.list = [...toasts.list.filter((other) => other.text !== text), { id, text, isError }];
  setTimeout(() => dismiss(id), TOAST_MS);
}

export function toastError(error: unknown): void {
  toast(errorMessage(error), true);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((other) => other.id !== id);
}
