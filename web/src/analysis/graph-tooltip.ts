// Tooltip of the evaluation graph.

import { moveNumber } from "../game-tree/move-list";
import { t } from "../i18n";
import { moveText } from "../rules";
import type { AnalysisSession } from "./analysis-session.svelte";
import { GLYPHS } from "./review";
import { formatLoss, formatPercent } from "./win-probability";

/** Smaller losses are not shown. */
const MIN_SHOWN_LOSS = 0.0005;

/** Move, win probability, loss and turning point of a ply of the main line. */
export function graphTooltip(session: AnalysisSession, ply: number): string[] {
  const node = session.editor.tree.mainLine()[ply];
  if (node === undefined) return [];
  const reviewed = session.reviewedMoves.get(node.id);
  const white = session.graphPoints[ply]?.probability ?? null;
  const turning = session.reviewJob.state?.turning_point;
  const lines = [t("graph.start")];
  if (node.move !== null) {
    const glyph = node.glyph ?? (reviewed ? GLYPHS[reviewed.judgement] : "");
    lines[0] = `${moveNumber(ply, true)} ${moveText(node.move)}${glyph}`;
  }
  if (white !== null) {
    const side = t(white >= 0.5 ? "side.white" : "side.black");
    lines.push(`${side} ${formatPercent(Math.max(white, 1 - white))}`);
  }
  if (reviewed && reviewed.loss >= MIN_SHOWN_LOSS)
    lines.push(t("graph.loss", { loss: formatLoss(reviewed.loss) }));
  if (turning?.ply === ply) lines.push(t("graph.turning", { side: t(`side.${turning.leader}`) }));
  return lines;
}
