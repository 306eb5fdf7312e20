// JSON values in the browser's local storage. Storage that is disabled or full is no error.

/** The value stored under `key`; null if there is none. Text that is not JSON stays text. */
export function readStorage(key: string): unknown {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

/** The object stored under `key`; empty if there is none. Its fields may hold anything. */
export function readStoredObject(key: string): Record<string, unknown> {
  return asObject(readStorage(key));
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function writeStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value lives until the page is closed.
  }
}
