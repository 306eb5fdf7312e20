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

/** Returns whether the value is stored; otherwise it lives until the page is closed. */
export function writeStorage(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeStorage(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored.
  }
}

/** All keys that start with `prefix`. */
export function listStorage(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
