// Data by key, such as the overlays of a position: fetched once per key and cached.

/** Maximum number of cached answers; the cache is emptied when it is full. */
const MAX_CACHED = 300;

export class CachedQuery<T> {
  /** The last answer; the previous one stays until the next arrives. */
  data = $state.raw<T | null>(null);
  /** The key that `data` belongs to. */
  key = $state<string | null>(null);
  isLoading = $state(false);
  error = $state.raw<unknown>(null);

  readonly #cache = new Map<string, T>();
  #requestedKey: string | null = null;

  constructor(readonly onerror: (error: unknown) => void = () => {}) {}

  /** Shows the data of `key`. A late answer to an earlier key is only cached. */
  async show(key: string, fetch: () => Promise<T>): Promise<void> {
    if (this.#requestedKey === key) return;
    this.#requestedKey = key;
    this.error = null;
    this.isLoading = true;
    try {
      const data = this.#cache.get(key) ?? (await fetch());
      if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
      this.#cache.set(key, data);
      this.set(key, data);
    } catch (error) {
      if (this.#requestedKey !== key) return;
      this.#requestedKey = null;
      this.error = error;
      this.onerror(error);
    } finally {
      if (this.#requestedKey === key || this.#requestedKey === null) this.isLoading = false;
    }
  }

  /** Replaces the data of `key`, if it is still the requested one. */
  protected set(key: string, data: T): void {
    if (this.#requestedKey !== key) return;
    this.data = data;
    this.key = key;
  }

  /** Empties the cache; `data` stays until the next answer. */
  protected invalidate(): void {
    this.#cache.clear();
    this.#requestedKey = null;
  }
}
