// State of the analysis page: game tree, live analysis, review, and their drawings on the board.

import { request } from "../api/client";
import { CachedQuery } from "../api/query.svelte";
import type { Analysis, Overlays, ReviewedMove, WinProbability } from "../api/types";
import type { Arrow, BoardAnnotations, Overlay } from "../board/board-annotations";
import type { PartialMove } from "../board/move-input";
import type { LoadedGame } from "../game-tree/load-game";
import type { MoveGlyph } from "../game-tree/move-list";
import type { NodeId } from "../game-tree/tree";
import { TreeEditor } from "../game-tree/tree-editor.svelte";
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
import { toastError } from "../shell/toasts.svelte";
import { analysisSettings, selectedEngine } from "./analysis-settings.svelte";
import {
  arrowLosses,
  candidates,
  distinctSteps,
  intensity,
  stepLosses,
  toHeatmap,
  type Candidate,
} from "./candidate-heatmap";
import type { GraphPoint } from "./graph";
import { LiveAnalysis } from "./live-analysis.svelte";
import { overlay } from "./overlays";
import { GLYPHS, nextMistake, reviewedNodes } from "./review";
import { ReviewJob } from "./review-job.svelte";
import { winProbabilities } from "./win-probability";

/** Lines requested for the heatmap: enough to cover all moves worth considering. */
const HEATMAP_LINES = 80;

/** Maximum number of drawn moves; more hide the board. */
const MAX_ARROWS = 3;

export class AnalysisSession {
  readonly editor: TreeEditor;
  readonly live: LiveAnalysis;
  readonly reviewJob = new ReviewJob();
  readonly overlays = new CachedQuery<Overlays>(toastError);

  isPaused = $state(false);
  /** The previewed line and its start position; not shown in any other position. */
  #previewed = $state.raw<{ readonly fen: string; readonly moves: readonly string[] } | null>(null);
  /** The square under the pointer. */
  hovered = $state<Square | null>(null);
  /** The move being entered on the board. */
  selection = $state.raw<PartialMove>({});
  /** Id of this game's review. */
  review = $state<number | null>(null);
  /** Annotations of the open panel; they replace the engine's arrows and the overlay. */
  annotations = $state.raw<BoardAnnotations | null>(null);

  readonly position: Position = $derived.by(() => this.editor.node.position);
  readonly fen: string = $derived(writeFen(this.position));
  readonly winner: Side | null = $derived(winner(this.position));
  readonly analysis: Analysis | null = $derived.by(() => this.live.cache.get(this.fen) ?? null);
  /** Whether lines, arrows and heatmap are shown. */
  readonly showsHints: boolean = $derived(
    analysisSettings.engine && analysisSettings.hints && this.winner === null,
  );

  /** The reviewed moves by node. */
  readonly reviewedMoves: ReadonlyMap<NodeId, ReviewedMove> = $derived.by(() =>
    reviewedNodes(this.reviewJob.state, this.editor.tree),
  );
  readonly judgement: ReviewedMove | null = $derived.by(
    () => this.reviewedMoves.get(this.editor.current) ?? null,
  );
  readonly moveGlyphs: ReadonlyMap<NodeId, MoveGlyph> = $derived.by(() => {
    const moveGlyphs = new Map<NodeId, MoveGlyph>();
    for (const [id, { judgement }] of this.reviewedMoves) {
      if (GLYPHS[judgement] !== "") moveGlyphs.set(id, { text: GLYPHS[judgement], kind: judgement });
    }
    return moveGlyphs;
  });

  readonly winProbability: WinProbability | null = $derived.by(() => {
    if (this.winner !== null) return winProbabilities(this.winner, 1);
    const live = this.showsHints ? this.analysis?.win_probability : null;
    const { id, ply } = this.editor.node;
    return live ?? this.#reviewedProbability(id, ply);
  });

  readonly candidates: readonly Candidate[] = $derived(
    this.showsHints && this.analysis ? candidates(this.analysis) : [],
  );
  readonly isHeatmapShown: boolean = $derived(this.showsHints && analysisSettings.heat);

  /** Loss by destination, of the selected amazon or of all. */
  readonly #stepLosses = $derived(stepLosses(this.candidates, this.selection.from ?? null));
  /** The destination whose arrows the heatmap shows: the selected or the hovered one. */
  readonly arrowHeatFrom: Square | null = $derived.by(() => {
    if (!this.isHeatmapShown) return null;
    if (this.selection.to !== undefined) return this.selection.to;
    return this.hovered !== null && this.#stepLosses.has(this.hovered) ? this.hovered : null;
  });
  readonly heatmap: ReadonlyMap<Square, number> | null = $derived.by(() => {
    if (!this.isHeatmapShown) return null;
    const losses =
      this.arrowHeatFrom === null
        ? this.#stepLosses
        : arrowLosses(this.candidates, this.selection.from ?? null, this.arrowHeatFrom);
    return toHeatmap(losses);
  });

  /** The moves of the previewed line. */
  readonly previewLine: readonly Move[] = $derived.by(() => {
    if (this.#previewed?.fen !== this.fen) return [];
    const { moves } = this.#previewed;
    const positions = replay(this.position, moves);
    return moves.map((move, index) => parseMove(positions[index], move));
  });

  readonly arrows: readonly Arrow[] = $derived.by(() => {
    if (this.previewLine.length > 0) return [];
    if (this.annotations?.arrows) return this.annotations.arrows;
    if (this.arrowHeatFrom !== null) return this.#arrowTo(this.arrowHeatFrom);
    if (!analysisSettings.arrows) return [];
    // An immediate proof leaves no well-searched candidates, but a best move.
    const best = this.showsHints && this.candidates.length === 0 ? this.analysis?.best_move : null;
    if (best) return [{ move: parseMove(this.position, best), rank: 1, opacity: 0.9 }];
    return distinctSteps(this.candidates)
      .slice(0, Math.min(MAX_ARROWS, analysisSettings.lines))
      .map((move, index) => ({ move, rank: index + 1, opacity: 0.35 + 0.6 * intensity(move.loss) }));
  });

  readonly overlay: Overlay | null = $derived.by(() => {
    if (this.annotations?.overlay) return this.annotations.overlay;
    const { data, key } = this.overlays;
    // No overlay rather than that of another position.
    if (analysisSettings.overlay === null || data === null || key !== this.fen) return null;
    const image = overlay(analysisSettings.overlay, data, this.position);
    return analysisSettings.numbers ? image : { fill: image.fill };
  });

  /** The glyph of the last move, on its destination. */
  readonly marks: ReadonlyMap<Square, string> | null = $derived.by(() => {
    const { move, glyph, id } = this.editor.node;
    const sign = glyph ?? this.moveGlyphs.get(id)?.text;
    return move && sign ? new Map([[move.to, sign]]) : null;
  });

  /** White's win probability at every main-line ply, from the review or the live analysis. */
  readonly graphPoints: readonly GraphPoint[] = $derived.by(() =>
    this.editor.tree.mainLine().map((node) => {
      const seen = this.live.cache.get(writeFen(node.position))?.win_probability;
      return {
        ply: node.ply,
        probability: (this.#reviewedProbability(node.id, node.ply) ?? seen)?.white ?? null,
      };
    }),
  );

  /** The current ply of the main line; in a variation, the ply where it branches off. */
  readonly mainLinePly: number = $derived.by(() => {
    const path = this.editor.tree.path(this.editor.current);
    const onMain = path.filter(({ id }) => this.editor.tree.isOnMainLine(id));
    return onMain[onMain.length - 1].ply;
  });

  constructor(loaded: LoadedGame, live = new LiveAnalysis()) {
    this.live = live;
    this.editor = new TreeEditor(loaded.tree, loaded.current);
    if (typeof loaded.review === "number") {
      this.review = loaded.review;
      this.reviewJob.attach(loaded.review);
    } else if (loaded.review !== null) {
      this.review = loaded.review.id;
      this.reviewJob.show(loaded.review);
    }
  }

  /** Requests or stops the live analysis; call it whenever position or settings change. */
  updateLiveAnalysis(): void {
    const lines = analysisSettings.heat ? HEATMAP_LINES : analysisSettings.lines;
    if (this.showsHints && !this.isPaused) this.live.analyze(this.fen, lines, selectedEngine());
    else this.live.stop();
  }

  loadOverlays(): void {
    const { fen } = this;
    void this.overlays.show(fen, () => request("post", "/api/v1/positions/overlays", { body: { fen } }));
  }

  close(): void {
    this.live.close();
    this.reviewJob.detach();
  }

  /** Starts a review of the main line. */
  async startReview(game: number | null): Promise<void> {
    const { tree } = this.editor;
    const line = tree.mainLine();
    this.review = await this.reviewJob.start({
      start: writeFen(tree.start),
      moves: line.flatMap(({ move }) => (move ? [moveText(move)] : [])),
      seconds_per_move: analysisSettings.reviewSeconds,
      game,
    });
  }

  /** Goes to the next or previous mistake of the main line; false if there is none. */
  goToMistake(direction: 1 | -1): boolean {
    const review = this.reviewJob.state;
    if (review === null) return false;
    const ply = nextMistake(review, this.mainLinePly, direction);
    if (ply === null) return false;
    this.goToPly(ply);
    return true;
  }

  goToPly(ply: number): void {
    const node = this.editor.tree.mainLine()[ply];
    if (node) this.editor.go(node.id);
  }

  /** Adds the review's best line as a variation. */
  showBetterLine(): void {
    const { parent } = this.editor.node;
    if (this.judgement === null || parent === null) return;
    const { best_move, line } = this.judgement;
    this.editor.go(parent);
    this.editor.playLine(line.length > 0 ? line : [best_move]);
    // Show its first move.
    this.editor.step(1 - Math.max(1, line.length));
  }

  /** Previews moves from the current position; null ends the preview. */
  preview(moves: readonly string[] | null): void {
    this.#previewed = moves === null ? null : { fen: this.fen, moves };
  }

  /** Plays the engine's best move. */
  playBest(): void {
    const best = this.showsHints ? this.analysis?.best_move : null;
    if (best) this.editor.playLine([best]);
  }

  /** The review's win probability at a node. */
  #reviewedProbability(id: NodeId, ply: number): WinProbability | null {
    if (ply === 0) return this.reviewJob.state?.start_chances ?? null;
    return this.reviewedMoves.get(id)?.chances ?? null;
  }

  /** The best candidate to a destination. */
  #arrowTo(to: Square): Arrow[] {
    const { from } = this.selection;
    const moves = this.candidates.filter(
      (move) => move.to === to && (from === undefined || move.from === from),
    );
    const [best] = moves.sort((one, other) => one.loss - other.loss);
    return best ? [{ move: best, rank: 1, opacity: 0.9 }] : [];
  }
}
