// An exercise: a position with a move to find.

import { request } from "../api/client";
import { poll } from "../api/poll";
import type { Mistake, Puzzle, ReviewedMove } from "../api/types";
import { moveText, parseFen, parseMove, writeFen, type Move, type Position } from "../rules";

export type AttemptResult =
  | { readonly kind: "right" }
  /** `loss` is the win probability given away, `answer` the refutation; null if unknown. */
  | { readonly kind: "wrong"; readonly loss: number | null; readonly answer: string | null }
  /** The move could not be judged. */
  | { readonly kind: "unknown"; readonly error: unknown };

type AttemptJudge = (position: Position, move: Move) => Promise<AttemptResult>;

export class Exercise {
  readonly start: Position;
  /** The attempted move on the board. */
  attempt = $state.raw<Move | null>(null);
  result = $state.raw<AttemptResult | null>(null);
  isJudging = $state(false);
  /** Whether the solution was revealed. */
  isRevealed = $state(false);
  /** Number of attempts. */
  tries = $state(0);

  readonly #judge: AttemptJudge;

  readonly position: Position = $derived.by(() =>
    this.attempt ? this.start.play(this.attempt) : this.start,
  );
  readonly isSolved: boolean = $derived(this.result?.kind === "right");
  readonly acceptsMoves: boolean = $derived.by(() => this.attempt === null && !this.isRevealed);

  constructor(
    fen: string,
    /** One of the moves that solve it. */
    readonly solution: string,
    judge: AttemptJudge,
  ) {
    this.start = parseFen(fen);
    this.#judge = judge;
  }

  async try(move: Move): Promise<void> {
    if (!this.acceptsMoves || this.isJudging) return;
    this.attempt = move;
    this.tries += 1;
    this.isJudging = true;
    try {
      this.result = await this.#judge(this.start, move);
    } catch (error) {
      this.result = { kind: "unknown", error };
    } finally {
      this.isJudging = false;
    }
  }

  /** Takes the attempt back. */
  retry(): void {
    this.attempt = null;
    this.result = null;
  }

  revealSolution(): void {
    this.retry();
    this.isRevealed = true;
  }

  get solutionMove(): Move {
    return parseMove(this.start, this.solution);
  }
}

/** A puzzle lists its winning moves; the server refutes the others. */
export function puzzleExercise(puzzle: Puzzle): Exercise {
  return new Exercise(puzzle.fen, puzzle.winning_moves[0], async (position, move) => {
    if (puzzle.winning_moves.includes(moveText(move))) return { kind: "right" };
    return { kind: "wrong", loss: null, answer: await refutation(position.play(move)) };
  });
}

/** The best answer to a losing move; null if the server is unreachable. */
async function refutation(after: Position): Promise<string | null> {
  try {
    const endgame = await request("post", "/api/v1/positions/endgame", {
      body: { fen: writeFen(after), seconds: 0 },
    });
    return endgame.play[0]?.move ?? null;
  } catch {
    return null;
  }
}

const SECONDS_PER_MOVE = 1;

/** A mistake is solved by any move that a review judges best or good. */
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

/** Reviews a single move. */
async function review(start: string, move: string): Promise<ReviewedMove> {
  const { id } = await request("post", "/api/v1/reviews", {
    body: { start, moves: [move], seconds_per_move: SECONDS_PER_MOVE },
  });
  const fetchMove = async () =>
    (await request("get", "/api/v1/reviews/{id}", { path: { id } })).moves[0] ?? null;
  const shouldRetry = () => false;
  return (await poll(fetchMove, (reviewed) => reviewed !== null, { shouldRetry })) as ReviewedMove;
}
