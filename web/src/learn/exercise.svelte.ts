// A position in which somebody looks for a move: tries, what becomes of each, and the solution.

import { call } from "../api/client";
import type { Mistake, Puzzle, ReviewedMove } from "../api/types";
import { moveText, parseFen, parseMove, writeFen, type Move, type Position } from "../rules";

export type Verdict =
  /** It is as good as any. */
  | { readonly kind: "right" }
  /** It gives something away: so much of the win probability, if that is how it was judged. */
  | { readonly kind: "wrong"; readonly loss: number | null; readonly answer: string | null }
  /** It could not be judged, and why. */
  | { readonly kind: "unknown"; readonly error: unknown };

/** Says what becomes of a move. */
export type Judge = (position: Position, move: Move) => Promise<Verdict>;

export class Exercise {
  readonly start: Position;
  /** The move that is being looked at on the board. */
  tried = $state.raw<Move | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  isJudging = $state(false);
  /** Whether the solution was asked for. */
  isShown = $state(false);
  /** How many moves were tried. */
  tries = $state(0);

  readonly #judge: Judge;

  readonly position: Position = $derived.by(() => (this.tried ? this.start.play(this.tried) : this.start));
  readonly isSolved: boolean = $derived(this.verdict?.kind === "right");
  /** Whether a move may be tried now. */
  readonly isOpen: boolean = $derived.by(() => this.tried === null && !this.isShown);

  constructor(
    fen: string,
    /** A move that solves it. */
    readonly solution: string,
    judge: Judge,
  ) {
    this.start = parseFen(fen);
    this.#judge = judge;
  }

  /** Tries a move. */
  async try(move: Move): Promise<void> {
    if (!this.isOpen || this.isJudging) return;
    this.tried = move;
    this.tries += 1;
    this.isJudging = true;
    try {
      this.verdict = await this.#judge(this.start, move);
    } catch (error) {
      this.verdict = { kind: "unknown", error };
    } finally {
      this.isJudging = false;
    }
  }

  /** Takes the move back. */
  again(): void {
    this.tried = null;
    this.verdict = null;
  }

  /** Gives up. */
  show(): void {
    this.again();
    this.isShown = true;
  }

  get solutionMove(): Move {
    return parseMove(this.start, this.solution);
  }
}

/** A puzzle is judged by its proof; what a wrong move allows, the server says. */
export function puzzleExercise(puzzle: Puzzle): Exercise {
  return new Exercise(puzzle.fen, puzzle.winning_moves[0], async (position, move) => {
    if (puzzle.winning_moves.includes(moveText(move))) return { kind: "right" };
    return { kind: "wrong", loss: null, answer: await refutation(position.play(move)) };
  });
}

/** The best answer to a wrong move; nothing if the server is away, for the move is wrong all the same. */
async function refutation(after: Position): Promise<string | null> {
  try {
    const endgame = await call("post", "/api/v1/positions/endgame", {
      body: { fen: writeFen(after), seconds: 0 },
    });
    return endgame.play[0]?.move ?? null;
  } catch {
    return null;
  }
}

/** How long a tried move and the position before it are thought about. */
const SECONDS = 1;

/** How long to wait before asking again how far the judgement is. */
const PATIENCE_MS = 250;

/** A mistake is put right by any move that gives little away: the engine judges it as in a review. */
export function mistakeExercise(mistake: Mistake): Exercise {
  return new Exercise(mistake.fen, mistake.best_move, async (_, move) => {
    const text = moveText(move);
    if (text === mistake.best_move) return { kind: "right" };
    if (text === mistake.move) return { kind: "wrong", loss: mistake.loss, answer: null };
    const { loss, judgement } = await review(mistake.fen, text);
    if (judgement === "best" || judgement === "good") return { kind: "right" };
    return { kind: "wrong", loss, answer: null };
  });
}

/** The review of a single move. */
async function review(start: string, move: string): Promise<ReviewedMove> {
  const { id } = await call("post", "/api/v1/reviews", {
    body: { start, moves: [move], seconds_per_move: SECONDS },
  });
  for (;;) {
    const state = await call("get", "/api/v1/reviews/{id}", { path: { id } });
    const judged = state.moves[0];
    if (judged) return judged;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  }
}
