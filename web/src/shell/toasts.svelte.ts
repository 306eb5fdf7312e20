// Toasts: short messages that disappear after a while.

import { errorMessage } from "../i18n";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  /** A button of the toast, such as “Undo”. */
  readonly action: ToastAction | null;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

const TOAST_MS = 6000;
/** Time of a toast with a button. */
const ACTION_TOAST_MS = 15_000;

let next = 0;

export const toasts = $state<{ list: Toast[] }>({ list: [] });

/** Key of the session storage: toasts to show after a reload. */
const KEPT = "thermodon.toasts";

/** Keeps the current toasts over a reload, without their buttons. */
export function keepToasts(): void {
  sessionStorage.setItem(KEPT, JSON.stringify(toasts.list.map(({ text, isError }) => ({ text, isError }))));
}

/** Shows the toasts of before a reload. */
export function restoreToasts(): void {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as Pick<Toast, "text" | "isError">[];
  sessionStorage.removeItem(KEPT);
  for (const { text, isError } of kept) show({ text, isError, action: null });
}

export function toast(text: string): void {
  show({ text, isError: false, action: null });
}

export function toastError(error: unknown): void {
  show({ text: errorMessage(error), isError: true, action: null });
}

/** A toast with a button. */
export function toastAction(text: string, action: ToastAction): void {
  show({ text, isError: false, action });
}

function show(shown: Omit<Toast, "id">): void {
  const id = next++;
  // A repeated text replaces the earlier toast, unless it has a button of its own.
  const others = toasts.list.filter(({ text, action }) => text !== shown.text || action !== null);
  toasts.list = [...others, { ...shown, id }];
  setTimeout(() => dismiss(id), shown.action ? ACTION_TOAST_MS : TOAST_MS);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((other) => other.id !== id);
}
