// The review as annotations of the game record, for export.

import type { Glyph, ReviewedMove } from "../api/types";
import type { GameTree, NodeId } from "../game-tree/tree";
import { t } from "../i18n";
import { opponent } from "../rules";
import { GLYPHS, isBad } from "./review";
import { formatLoss } from "./win-probability";

/** Largest evaluation in logits; a certain win has none. */
const MAX_EVALUATION = 10;

/**
 * Adds the review to a game: evaluations in logits, and glyphs and comments of inaccuracies, mistakes
 * and blunders. Glyphs of the user stay, and comments are appended.
 */
export function annotateTree(tree: GameTree, reviewed: ReadonlyMap<NodeId, ReviewedMove>): GameTree {
  let annotated = tree;
  for (const [id, move] of reviewed) {
    const node = tree.node(id);
    const mover = opponent(node.position.toMove);
    annotated = annotated.withEvaluation(id, evaluation(move.chances[mover]));
    if (!isBad(move.judgement)) continue;
    if (node.glyph === null) annotated = annotated.withGlyph(id, GLYPHS[move.judgement] as Glyph);
    const note = t("review.comment", {
      judgement: t(`judgement_one.${move.judgement as "inaccuracy" | "mistake" | "blunder"}`),
      loss: formatLoss(move.loss),
      best: move.best_move,
    });
    annotated = annotated.withComment(id, node.comment === "" ? note : `${node.comment}\n\n${note}`);
  }
  return annotated;
}

/** Logarithm of the odds, rounded to hundredths. */
function evaluation(probability: number): number {
  const logit = Math.log(probability / (1 - probability));
  return Math.round(Math.max(-MAX_EVALUATION, Math.min(MAX_EVALUATION, logit)) * 100) / 100;
}
