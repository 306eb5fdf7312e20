import { expect, it, vi } from "vitest";
import { watch } from "./watching";

it("asks until it is over, also past a server that is away", async () => {
  vi.useFakeTimers();
  const answers: (number | Error)[] = [1, new Error("away"), 2, 3, 4];
  const heard: number[] = [];
  const ask = async () => {
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  watch(
    ask,
    (state) => heard.push(state),
    (state) => state === 3,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual([1, 2, 3]);
  vi.useRealTimers();
});

it("asks no more once it was left", async () => {
  vi.useFakeTimers();
  const ask = vi.fn(async () => 1);
  const leave = watch(
    ask,
    () => undefined,
    () => false,
  );
  await vi.advanceTimersByTimeAsync(1_200);
  leave();
  const asked = ask.mock.calls.length;
  expect(asked).toBeGreaterThan(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ask.mock.calls.length).toBe(asked);
  vi.useRealTimers();
});
