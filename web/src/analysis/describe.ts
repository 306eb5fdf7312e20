// What the graph says of a move, line by line.

import { t } from "../i18n";
import { moveNumber } from "../records/move-list";
import { moveText } from "../rules";
import { lossPercent, percent } from "./chances";
import { SIGNS } from "./review";
import type { AnalysisSession } from "./session.svelte";

/** A loss smaller than this is none that anybody would feel. */
const LEAST_LOSS = 0.0005;

/** The move of a ply of the main line, the chances after it, what it gave away, and whether the game turned. */
export function describe(session: AnalysisSession, ply: number): string[] {
  const node = session.notebook.tree.mainLine()[ply];
  if (node === undefined) return [];
  const judged = session.judged.get(node.id);
  const white = session.points[ply]?.chance ?? null;
  const turning = session.reviewer.state?.turning_point;
  const lines = [t("graph.start")];
  if (node.move !== null) {
    const sign = node.glyph ?? (judged ? SIGNS[judged.judgement] : "");
    lines[0] = `${moveNumber(ply, true)} ${moveText(node.move)}${sign}`;
  }
  if (white !== null) {
    const side = t(white >= 0.5 ? "side.white" : "side.black");
    lines.push(t("graph.chance", { side, chance: percent(Math.max(white, 1 - white)) }));
  }
  if (judged && judged.loss >= LEAST_LOSS) lines.push(t("graph.loss", { loss: lossPercent(judged.loss) }));
  if (turning?.ply === ply) lines.push(t("graph.turning", { side: t(`side.${turning.leader}`) }));
  return lines;
}
