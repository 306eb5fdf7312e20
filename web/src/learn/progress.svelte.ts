// What somebody has learnt so far, kept in their browser.

import type { Mistake, PuzzleDifficulty } from "../api/types";

export const DIFFICULTIES = ["easy", "medium", "hard"] as const satisfies PuzzleDifficulty[];

interface PuzzleProgress {
  /** The number of the next puzzle. */
  next: number;
  /** Puzzles solved at the first try. */
  solved: number;
  /** Puzzles tried. */
  tried: number;
}

interface Progress {
  difficulty: PuzzleDifficulty;
  puzzles: Record<PuzzleDifficulty, PuzzleProgress>;
  /** Mistakes that were put right, by `game:ply`. */
  mended: string[];
}

const KEY = "thermodon.learn";

/** As many as a thousand games have; the oldest are forgotten first. */
const MOST_MENDED = 5000;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** What was kept, as far as it makes sense. */
export function readProgress(text: string | null): Progress {
  const puzzles = (): PuzzleProgress => ({ next: 1, solved: 0, tried: 0 });
  const progress: Progress = {
    difficulty: "easy",
    puzzles: { easy: puzzles(), medium: puzzles(), hard: puzzles() },
    mended: [],
  };
  try {
    const kept = JSON.parse(text ?? "{}") as Partial<Record<keyof Progress, unknown>>;
    progress.difficulty = DIFFICULTIES.find((name) => name === kept.difficulty) ?? progress.difficulty;
    const keptPuzzles = (kept.puzzles ?? {}) as Record<string, Record<string, unknown> | undefined>;
    for (const difficulty of DIFFICULTIES) {
      const { next, solved, tried } = keptPuzzles[difficulty] ?? {};
      if (isCount(next) && isCount(solved) && isCount(tried) && solved <= tried) {
        progress.puzzles[difficulty] = { next, solved, tried };
      }
    }
    if (Array.isArray(kept.mended)) {
      progress.mended = kept.mended.filter((one): one is string => typeof one === "string");
    }
  } catch {
    // Not ours: everything begins anew.
  }
  return progress;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const progress = $state(readProgress(kept()));

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // It holds until the page is closed.
  }
}

export function chooseDifficulty(difficulty: PuzzleDifficulty): void {
  progress.difficulty = difficulty;
  keep();
}

/** Notes a puzzle that was tried, solved at once or not, and goes on to the next. */
export function notePuzzle(difficulty: PuzzleDifficulty, isSolved: boolean): void {
  const { next, solved, tried } = progress.puzzles[difficulty];
  progress.puzzles[difficulty] = { next: next + 1, solved: solved + (isSolved ? 1 : 0), tried: tried + 1 };
  keep();
}

const keyOf = ({ game, ply }: Pick<Mistake, "game" | "ply">) => `${game}:${ply}`;

export function isMended(mistake: Pick<Mistake, "game" | "ply">): boolean {
  return progress.mended.includes(keyOf(mistake));
}

export function noteMended(mistake: Pick<Mistake, "game" | "ply">): void {
  if (isMended(mistake)) return;
  progress.mended = [...progress.mended, keyOf(mistake)].slice(-MOST_MENDED);
  keep();
}

/** All mistakes are to be tried again. */
export function forgetMended(): void {
  progress.mended = [];
  keep();
}
