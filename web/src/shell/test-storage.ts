/** In-memory replacement of `localStorage` for tests: `getItem` and `setItem` only. */
export function memoryStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}
