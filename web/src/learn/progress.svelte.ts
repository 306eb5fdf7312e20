// Progress with puzzles and mistakes, saved in the browser.

import type { Mistake, PuzzleDifficulty } from "../api/types";
import { asObject, readStorage, writeStorage } from "../shell/storage";

export const DIFFICULTIES = ["easy", "medium", "hard"] as const satisfies PuzzleDifficulty[];

interface PuzzleProgress {
  /** Seed of the next puzzle. */
  next: number;
  /** Puzzles solved at the first try. */
  solved: number;
  /** Puzzles attempted. */
  tried: number;
}

interface Progress {
  difficulty: PuzzleDifficulty;
  puzzles: Record<PuzzleDifficulty, PuzzleProgress>;
  /** Solved mistakes as `game:ply`, oldest first. */
  solvedMistakes: string[];
}

const KEY = "thermodon.learn";

/** Maximum number of solved mistakes kept; the oldest are dropped first. */
const MAX_SOLVED = 5000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Valid fields of a stored value, completed by defaults. */
export function readProgress(stored: unknown): Progress {
  const given = asObject(stored);
  const storedPuzzles = asObject(given.puzzles);
  const puzzles = (difficulty: PuzzleDifficulty): PuzzleProgress => {
    const { next, solved, tried } = asObject(storedPuzzles[difficulty]);
    const isValid = isCount(next) && isCount(solved) && isCount(tried) && solved <= tried;
    return isValid ? { next, solved, tried } : { next: 1, solved: 0, tried: 0 };
  };
  // `mended` is the older name.
  const solvedMistakes = given.solvedMistakes ?? given.mended;
  return {
    difficulty: DIFFICULTIES.find((name) => name === given.difficulty) ?? "easy",
    puzzles: { easy: puzzles("easy"), medium: puzzles("medium"), hard: puzzles("hard") },
    solvedMistakes: Array.isArray(solvedMistakes)
      ? solvedMistakes.filter((one): one is string => typeof one === "string")
      : [],
  };
}

export const progress = $state(readProgress(readStorage(KEY)));

function save(): void {
  writeStorage(KEY, progress);
}

export function chooseDifficulty(difficulty: PuzzleDifficulty): void {
  progress.difficulty = difficulty;
  save();
}

/** Counts a puzzle, solved at the first try or not, and advances to the next. */
export function recordPuzzle(difficulty: PuzzleDifficulty, isSolved: boolean): void {
  const { next, solved, tried } = progress.puzzles[difficulty];
  progress.puzzles[difficulty] = { next: next + 1, solved: solved + (isSolved ? 1 : 0), tried: tried + 1 };
  save();
}

type MistakeId = Pick<Mistake, "game" | "ply">;

const keyOf = ({ game, ply }: MistakeId) => `${game}:${ply}`;

export function isSolved(mistake: MistakeId): boolean {
  return progress.solvedMistakes.includes(keyOf(mistake));
}

export function markSolved(mistake: MistakeId): void {
  if (isSolved(mistake)) return;
  progress.solvedMistakes = [...progress.solvedMistakes, keyOf(mistake)].slice(-MAX_SOLVED);
  save();
}

/** Makes all mistakes available again. */
export function resetSolved(): void {
  progress.solvedMistakes = [];
  save();
}
