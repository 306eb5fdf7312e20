import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { poll } from "./poll";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("polls until the state is finished and retries failed requests", async () => {
  const answers: (number | Error)[] = [1, new Error("unreachable"), 2, 3, 4];
  const states: number[] = [];
  const fetchState = async () => {
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const result = poll(fetchState, (state) => state === 3, { onState: (state) => states.push(state) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states).toEqual([1, 2, 3]);
  expect(await result).toBe(3);
});

it("rejects errors that are not to be retried", async () => {
  const error = new Error("rejected");
  const result = poll(
    () => Promise.reject(error),
    () => false,
    { shouldRetry: () => false },
  );
  await expect(result).rejects.toBe(error);
});

it("stops when aborted", async () => {
  const controller = new AbortController();
  const fetchState = vi.fn(async () => 1);
  const result = poll(fetchState, () => false, { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(1_200);
  controller.abort();
  const calls = fetchState.mock.calls.length;
  expect(calls).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetchState).toHaveBeenCalledTimes(calls);
  expect(await result).toBeNull();
});
