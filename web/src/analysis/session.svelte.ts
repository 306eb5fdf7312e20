// An analysis under way: a game on the desk, the engine beside it, and what both together put on the board.

import type { Chances, ReviewedMove, Study } from "../api/types";
import type { Aim } from "../board/aim";
import type { Arrow, Drawing, Overlay } from "../board/types";
import type { Sign } from "../records/move-list";
import { Notebook } from "../records/notebook.svelte";
import type { Opened } from "../records/opening";
import type { NodeId } from "../records/tree";
import {
  moveText,
  parseMove,
  replay,
  winner,
  writeFen,
  type Move,
  type Position,
  type Side,
  type Square,
} from "../rules";
import { analyst } from "./analyst";
import { chancesFor } from "./chances";
import { LiveEngine } from "./engine.svelte";
import type { GraphPoint } from "./graph";
import { asHeat, type Candidate, candidates, destinations, distinctSteps, shots, warmth } from "./heat";
import { OverlaySource } from "./overlay-source.svelte";
import { overlay } from "./overlays";
import { judgedNodes, nextMistake, SIGNS } from "./review";
import { Reviewer } from "./reviewer.svelte";
import { settings } from "./settings.svelte";

/** So many lines make a picture of all moves worth a thought. */
const LINES_FOR_HEAT = 80;

/** More arrows than this hide the board. */
const MOST_ARROWS = 3;

export class AnalysisSession {
  readonly notebook: Notebook;
  readonly engine: LiveEngine;
  readonly reviewer = new Reviewer();
  readonly overlays = new OverlaySource();

  isPaused = $state(false);
  /** The line that is pointed at, and where it begins: it means nothing in another position. */
  #previewed = $state.raw<{ readonly fen: string; readonly moves: readonly string[] } | null>(null);
  /** The square that is pointed at. */
  hovered = $state<Square | null>(null);
  /** What is chosen of a move on the board. */
  selection = $state.raw<Aim>({});
  /** The number of the review of this game. */
  review = $state<number | null>(null);
  /** What the open panel draws, in place of the engine's arrows and the overlay; it takes it away when it closes. */
  drawing = $state.raw<Drawing | null>(null);

  readonly position: Position = $derived.by(() => this.notebook.node.position);
  readonly fen: string = $derived(writeFen(this.position));
  readonly winner: Side | null = $derived(winner(this.position));
  readonly study: Study | null = $derived.by(() => this.engine.known.get(this.fen) ?? null);
  /** Whether the engine's thoughts may be seen. */
  readonly isShowing: boolean = $derived(settings.engine && settings.hints && this.winner === null);

  /** The judged moves by node. */
  readonly judged: ReadonlyMap<NodeId, ReviewedMove> = $derived.by(() =>
    judgedNodes(this.reviewer.state, this.notebook.tree),
  );
  readonly judgement: ReviewedMove | null = $derived.by(() => this.judged.get(this.notebook.current) ?? null);
  readonly signs: ReadonlyMap<NodeId, Sign> = $derived.by(() => {
    const signs = new Map<NodeId, Sign>();
    for (const [id, { judgement }] of this.judged) {
      if (SIGNS[judgement] !== "") signs.set(id, { text: SIGNS[judgement], kind: judgement });
    }
    return signs;
  });

  readonly chances: Chances | null = $derived.by(() => {
    if (this.winner !== null) return chancesFor(this.winner, 1);
    const thought = this.isShowing ? this.study?.win_probability : null;
    const { id, ply } = this.notebook.node;
    return thought ?? this.#reviewed(id, ply);
  });

  readonly candidates: readonly Candidate[] = $derived(
    this.isShowing && this.study ? candidates(this.study) : [],
  );
  readonly isHeatShown: boolean = $derived(this.isShowing && settings.heat);

  /** The destinations that are warm, of the chosen amazon or of all. */
  readonly #destinations = $derived(destinations(this.candidates, this.selection.from ?? null));
  /** The destination whose shots are shown: the chosen one, or the one that is pointed at. */
  readonly shotsFrom: Square | null = $derived.by(() => {
    if (!this.isHeatShown) return null;
    if (this.selection.to !== undefined) return this.selection.to;
    return this.hovered !== null && this.#destinations.has(this.hovered) ? this.hovered : null;
  });
  readonly heat: ReadonlyMap<Square, number> | null = $derived.by(() => {
    if (!this.isHeatShown) return null;
    const losses =
      this.shotsFrom === null
        ? this.#destinations
        : shots(this.candidates, this.selection.from ?? null, this.shotsFrom);
    return asHeat(losses);
  });

  /** The moves of the line that is pointed at, from the position on the board. */
  readonly shadow: readonly Move[] = $derived.by(() => {
    if (this.#previewed?.fen !== this.fen) return [];
    const { moves } = this.#previewed;
    const positions = replay(this.position, moves);
    return moves.map((move, index) => parseMove(positions[index], move));
  });

  readonly arrows: readonly Arrow[] = $derived.by(() => {
    if (this.shadow.length > 0) return [];
    if (this.drawing?.arrows) return this.drawing.arrows;
    if (this.shotsFrom !== null) return this.#arrowTo(this.shotsFrom);
    if (!settings.arrows) return [];
    // Where a result is proved at once, nothing is searched well, and still one move is the best.
    const best = this.isShowing && this.candidates.length === 0 ? this.study?.best_move : null;
    if (best) return [{ move: parseMove(this.position, best), rank: 1, opacity: 0.9 }];
    return distinctSteps(this.candidates)
      .slice(0, Math.min(MOST_ARROWS, settings.lines))
      .map((move, index) => ({ move, rank: index + 1, opacity: 0.35 + 0.6 * warmth(move.loss) }));
  });

  readonly overlay: Overlay | null = $derived.by(() => {
    if (this.drawing?.overlay) return this.drawing.overlay;
    const { data, fen } = this.overlays;
    // Until the numbers of this position are there, none are better than another position's.
    if (settings.overlay === null || data === null || fen !== this.fen) return null;
    const painted = overlay(settings.overlay, data, this.position);
    return settings.numbers ? painted : { fill: painted.fill };
  });

  /** The glyph of the last move, on the square to which it went. */
  readonly marks: ReadonlyMap<Square, string> | null = $derived.by(() => {
    const { move, glyph, id } = this.notebook.node;
    const sign = glyph ?? this.signs.get(id)?.text;
    return move && sign ? new Map([[move.to, sign]]) : null;
  });

  /** White's chance at every ply of the game, as reviewed or else as the engine saw it in passing. */
  readonly points: readonly GraphPoint[] = $derived.by(() =>
    this.notebook.tree.mainLine().map((node) => {
      const seen = this.engine.known.get(writeFen(node.position))?.win_probability;
      return { ply: node.ply, chance: (this.#reviewed(node.id, node.ply) ?? seen)?.white ?? null };
    }),
  );

  /** Where on the main line we are, or where we left it. */
  readonly mainPly: number = $derived.by(() => {
    const path = this.notebook.tree.path(this.notebook.current);
    const onMain = path.filter(({ id }) => this.notebook.tree.isOnMainLine(id));
    return onMain[onMain.length - 1].ply;
  });

  constructor(opened: Opened, engine = new LiveEngine()) {
    this.engine = engine;
    this.notebook = new Notebook(opened.tree, opened.current);
    if (typeof opened.review === "number") {
      this.review = opened.review;
      this.reviewer.watch(opened.review);
    } else if (opened.review !== null) {
      this.review = opened.review.id;
      this.reviewer.show(opened.review);
    }
  }

  /** Thinks about the position on the board, if it is wanted; to be called whenever that may have changed. */
  think(): void {
    const lines = settings.heat ? LINES_FOR_HEAT : settings.lines;
    if (this.isShowing && !this.isPaused) this.engine.analyze(this.fen, lines, analyst());
    else this.engine.stop();
  }

  close(): void {
    this.engine.close();
    this.reviewer.leave();
  }

  /** Begins the review of the main line. */
  async startReview(game: number | null): Promise<void> {
    const { tree } = this.notebook;
    const line = tree.mainLine();
    this.review = await this.reviewer.start({
      start: writeFen(tree.start),
      moves: line.flatMap(({ move }) => (move ? [moveText(move)] : [])),
      seconds_per_move: settings.reviewSeconds,
      game,
    });
  }

  /** Goes to the next mistake of the main line, or the last one before; false if there is none. */
  goToMistake(direction: 1 | -1): boolean {
    const review = this.reviewer.state;
    if (review === null) return false;
    const ply = nextMistake(review, this.mainPly, direction, null, this.notebook.tree.start.toMove);
    if (ply === null) return false;
    this.goToPly(ply);
    return true;
  }

  /** Goes to a ply of the main line. */
  goToPly(ply: number): void {
    const node = this.notebook.tree.mainLine()[ply];
    if (node) this.notebook.go(node.id);
  }

  /** Shows the line that the review prefers to the move on the board, as a variation. */
  showBetterLine(): void {
    const { parent } = this.notebook.node;
    if (this.judgement === null || parent === null) return;
    const { best_move, line } = this.judgement;
    this.notebook.go(parent);
    this.notebook.playLine(line.length > 0 ? line : [best_move]);
    // The first move of it is what should have been played; the rest can be stepped through.
    this.notebook.step(1 - Math.max(1, line.length));
  }

  /** Shows moves from the position on the board, or none any more. */
  preview(moves: readonly string[] | null): void {
    this.#previewed = moves === null ? null : { fen: this.fen, moves };
  }

  /** Plays the engine's move. */
  playBest(): void {
    const best = this.isShowing ? this.study?.best_move : null;
    if (best) this.notebook.playLine([best]);
  }

  /** What the review says of a position. */
  #reviewed(id: NodeId, ply: number): Chances | null {
    if (ply === 0) return this.reviewer.state?.start_chances ?? null;
    return this.judged.get(id)?.chances ?? null;
  }

  /** The best move to a destination. */
  #arrowTo(to: Square): Arrow[] {
    const { from } = this.selection;
    const best = this.candidates
      .filter((move) => move.to === to && (from === undefined || move.from === from))
      .reduce<Candidate | null>(
        (least, move) => (least === null || move.loss < least.loss ? move : least),
        null,
      );
    return best === null ? [] : [{ move: best, rank: 1, opacity: 0.9 }];
  }
}
