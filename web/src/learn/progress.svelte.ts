// The user's progress with puzzles and own mistakes, saved in the browser's local storage.

import type { Mistake, PuzzleDifficulty } from "../api/types";
import { asObject, readStorage, writeStorage } from "../shell/storage";

export const DIFFICULTIES = ["easy", "medium", "hard"] as const satisfies PuzzleDifficulty[];

interface PuzzleProgress {
  /** Seed of the next puzzle. */
  next: number;
  /** Puzzles solved on the first try. */
  solved: number;
  /** Puzzles attempted. */
  tried: number;
}

interface Progress {
  difficulty: PuzzleDifficulty;
  puzzles: Record<PuzzleDifficulty, PuzzleProgress>;
  /** Keys of solved mistakes, `game:ply`, in the order of solving. */
  solvedMistakes: string[];
}

const STORAGE_KEY = "thermodon.learn";

/** Maximum number of solved mistakes kept; the oldest are dropped first. */
const MAX_SOLVED_MISTAKES = 5000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Parses stored progress; missing or invalid fields get their defaults. */
export function readProgress(stored: unknown): Progress {
  const fields = asObject(stored);
  const storedPuzzles = asObject(fields.puzzles);
  const readPuzzles = (difficulty: PuzzleDifficulty): PuzzleProgress => {
    const { next, solved, tried } = asObject(storedPuzzles[difficulty]);
    const isValid = isCount(next) && isCount(solved) && isCount(tried) && solved <= tried;
    return isValid ? { next, solved, tried } : { next: 1, solved: 0, tried: 0 };
  };
  // Older versions stored the field as `mended`.
  const solvedMistakes = fields.solvedMistakes ?? fields.mended;
  return {
    difficulty: DIFFICULTIES.find((name) => name === fields.difficulty) ?? "easy",
    puzzles: { easy: readPuzzles("easy"), medium: readPuzzles("medium"), hard: readPuzzles("hard") },
    solvedMistakes: Array.isArray(solvedMistakes)
      ? solvedMistakes.filter((key): key is string => typeof key === "string")
      : [],
  };
}

export const progress = $state(readProgress(readStorage(STORAGE_KEY)));

function save(): void {
  writeStorage(STORAGE_KEY, progress);
}

export function setDifficulty(difficulty: PuzzleDifficulty): void {
  progress.difficulty = difficulty;
  save();
}

/** Counts an attempted puzzle and advances to the next seed. */
export function recordPuzzle(difficulty: PuzzleDifficulty, isSolvedOnFirstTry: boolean): void {
  const { next, solved, tried } = progress.puzzles[difficulty];
  progress.puzzles[difficulty] = {
    next: next + 1,
    solved: solved + (isSolvedOnFirstTry ? 1 : 0),
    tried: tried + 1,
  };
  save();
}

/** What identifies a mistake: the game and the ply of the move. */
type MistakeId = Pick<Mistake, "game" | "ply">;

const keyOf = ({ game, ply }: MistakeId) => `${game}:${ply}`;

export function isMistakeSolved(mistake: MistakeId): boolean {
  return progress.solvedMistakes.includes(keyOf(mistake));
}

export function markMistakeSolved(mistake: MistakeId): void {
  if (isMistakeSolved(mistake)) return;
  progress.solvedMistakes = [...progress.solvedMistakes, keyOf(mistake)].slice(-MAX_SOLVED_MISTAKES);
  save();
}

/** Marks all mistakes as unsolved. */
export function resetSolvedMistakes(): void {
  progress.solvedMistakes = [];
  save();
}
