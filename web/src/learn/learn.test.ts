import { expect, it } from "vitest";
import { parseMove } from "../rules";
import { Exercise, puzzleExercise, type Verdict } from "./exercise.svelte";
import { readProgress } from "./progress.svelte";

it("keeps what makes sense of what was kept", () => {
  const fresh = readProgress(null);
  expect(fresh.puzzles.hard).toEqual({ next: 1, solved: 0, tried: 0 });
  expect(readProgress("nonsense")).toEqual(fresh);
  const kept = readProgress(
    JSON.stringify({
      difficulty: "hard",
      puzzles: { hard: { next: 4, solved: 2, tried: 3 }, easy: { next: 2, solved: 9, tried: 1 }, medium: 7 },
      mended: ["1:3", 5],
    }),
  );
  expect(kept.difficulty).toBe("hard");
  expect(kept.puzzles.hard).toEqual({ next: 4, solved: 2, tried: 3 });
  expect(kept.puzzles.easy).toEqual(fresh.puzzles.easy);
  expect(kept.puzzles.medium).toEqual(fresh.puzzles.medium);
  expect(kept.mended).toEqual(["1:3"]);
});

it("lets a move be tried, taken back and tried again until it is right", async () => {
  const verdicts: Verdict[] = [{ kind: "wrong", loss: 0.2, answer: null }, { kind: "right" }];
  const exercise: Exercise = new Exercise("q2*/4 b", "a2-b2/a2", async () => verdicts[exercise.tries - 1]);
  const wrong = parseMove(exercise.start, "a2-c2/b2");
  await exercise.try(wrong);
  expect(exercise.verdict?.kind).toBe("wrong");
  expect(exercise.position.at("c2")).toBe("black");
  // While a move is looked at no other is tried.
  await exercise.try(wrong);
  expect(exercise.tries).toBe(1);
  exercise.again();
  expect(exercise.position.at("a2")).toBe("black");
  await exercise.try(exercise.solutionMove);
  expect(exercise.isSolved).toBe(true);
  expect(exercise.tries).toBe(2);
});

it("judges nothing once the solution is shown, and says why a move could not be judged", async () => {
  const exercise = new Exercise("q2*/4 b", "a2-b2/a2", () => Promise.reject(new Error("away")));
  await exercise.try(exercise.solutionMove);
  expect(exercise.verdict).toMatchObject({ kind: "unknown" });
  exercise.show();
  await exercise.try(exercise.solutionMove);
  expect(exercise.tries).toBe(1);
});

it("judges a puzzle by its proof", async () => {
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
