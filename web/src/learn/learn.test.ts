import { expect, it } from "vitest";
import { parseMove } from "../rules";
import { Exercise, puzzleExercise, type AttemptResult } from "./exercise.svelte";
import { readProgress } from "./progress.svelte";

it("keeps the valid parts of stored progress", () => {
  const defaults = readProgress(null);
  expect(defaults.puzzles.hard).toEqual({ next: 1, solved: 0, tried: 0 });
  expect(readProgress("nonsense")).toEqual(defaults);
  const stored = readProgress({
    difficulty: "hard",
    puzzles: { hard: { next: 4, solved: 2, tried: 3 }, easy: { next: 2, solved: 9, tried: 1 }, medium: 7 },
    mended: ["1:3", 5],
  });
  expect(stored.difficulty).toBe("hard");
  expect(stored.puzzles.hard).toEqual({ next: 4, solved: 2, tried: 3 });
  expect(stored.puzzles.easy).toEqual(defaults.puzzles.easy);
  expect(stored.puzzles.medium).toEqual(defaults.puzzles.medium);
  expect(stored.solvedMistakes).toEqual(["1:3"]);
  expect(readProgress({ solvedMistakes: ["2:4"] }).solvedMistakes).toEqual(["2:4"]);
});

it("accepts attempts one at a time until one is right", async () => {
  const results: AttemptResult[] = [{ kind: "wrong", loss: 0.2, answer: null }, { kind: "right" }];
  const exercise: Exercise = new Exercise("q2*/4 b", "a2-b2/a2", async () => results[exercise.tries - 1]);
  const wrong = parseMove(exercise.start, "a2-c2/b2");
  await exercise.try(wrong);
  expect(exercise.result?.kind).toBe("wrong");
  expect(exercise.position.at("c2")).toBe("black");
  // Not before the first attempt is taken back.
  await exercise.try(wrong);
  expect(exercise.tries).toBe(1);
  exercise.retry();
  expect(exercise.position.at("a2")).toBe("black");
  await exercise.try(exercise.solutionMove);
  expect(exercise.isSolved).toBe(true);
  expect(exercise.tries).toBe(2);
});

it("reports errors of the judge, and accepts no attempt once the solution is revealed", async () => {
  const exercise = new Exercise("q2*/4 b", "a2-b2/a2", () => Promise.reject(new Error("unreachable")));
  await exercise.try(exercise.solutionMove);
  expect(exercise.result).toMatchObject({ kind: "unknown" });
  exercise.revealSolution();
  await exercise.try(exercise.solutionMove);
  expect(exercise.tries).toBe(1);
});

it("accepts every winning move of a puzzle", async () => {
  const exercise = puzzleExercise({
    difficulty: "easy",
    seed: 1,
    fen: "q2*/4 b",
    to_move: "black",
    moves: 20,
    winning_moves: ["a2-b2/a2", "a2-c2/b2"],
  });
  await exercise.try(parseMove(exercise.start, "a2-c2/b2"));
  expect(exercise.isSolved).toBe(true);
});
