import { expect, it, vi } from "vitest";
import { CachedQuery } from "./query.svelte";

it("fetches each key once and does not show a late answer to an earlier key", async () => {
  const query = new CachedQuery<string>();
  const resolvers = new Map<string, (text: string) => void>();
  const fetch = vi.fn((key: string) => new Promise<string>((resolve) => resolvers.set(key, resolve)));
  const [first, second] = ["a", "b"].map((key) => query.show(key, () => fetch(key)));
  expect(query.isLoading).toBe(true);
  resolvers.get("b")!("B");
  await second;
  resolvers.get("a")!("A");
  await first;
  expect([query.key, query.data, query.isLoading]).toEqual(["b", "B", false]);
  await query.show("a", () => fetch("a"));
  expect([query.key, query.data]).toEqual(["a", "A"]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("reports an error and fetches again on the next request", async () => {
  const onerror = vi.fn();
  const query = new CachedQuery<string>(onerror);
  const error = new Error("unreachable");
  await query.show("a", () => Promise.reject(error));
  expect([query.error, query.data, query.isLoading]).toEqual([error, null, false]);
  expect(onerror).toHaveBeenCalledWith(error);
  await query.show("a", async () => "A");
  expect([query.error, query.data]).toEqual([null, "A"]);
});
