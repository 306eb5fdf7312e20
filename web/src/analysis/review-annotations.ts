// The review as annotations of the game record, for export; as `thermodon review --sgf` writes them.

import type { Glyph, ReviewedMove } from "../api/types";
import type { GameTree, NodeId } from "../game-tree/tree";
import { t } from "../i18n";
import { opponent } from "../rules";
import { GLYPHS, isBad } from "./review";
import { formatLoss } from "./win-probability";

/**
 * Adds the review to a game: evaluations from −100 to 100, and glyphs and comments of inaccuracies, mistakes
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

/** Difference of the win probabilities in percent, rounded to hundredths. */
function evaluation(probability: number): number {
  return Math.round(10_000 * (2 * probability - 1)) / 100;
}
