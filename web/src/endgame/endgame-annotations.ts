// Board annotations of an endgame: tinted, outlined and named regions, and best moves.

import { mostCentral, REGION_COLORS, toOverlay } from "../analysis/overlays";
import type { EndgameAnalysis, EndgameRegion } from "../api/types";
import type { Arrow, BoardAnnotations } from "../board/board-annotations";
import { t } from "../i18n";
import { parseMove, type Position, type Side } from "../rules";

/** Shows the best moves of the selected region, or else the best move of all. */
export function endgameAnnotations(
  endgame: EndgameAnalysis,
  position: Position,
  selected: string | null,
): BoardAnnotations {
  const tints = endgame.regions.flatMap(({ name, owner, squares }) => {
    const color = REGION_COLORS[owner ?? "contested"];
    const middle = mostCentral(squares.filter((square) => position.at(square) === "empty"));
    return squares.map((square) => ({ square, color, label: square === middle ? name : undefined }));
  });
  const marked = selected ?? endgame.hottest;
  const region = endgame.regions.find(({ name }) => name === selected);
  const arrows = region ? regionArrows(region, position) : bestArrow(endgame, position);
  return {
    overlay: toOverlay(tints),
    outlines: endgame.regions.map(({ name, squares }) => ({ name, squares, isMarked: name === marked })),
    ...(arrows === null ? {} : { arrows }),
  };
}

/** Both sides' best moves in a region; the side to move is emphasized. */
function regionArrows(region: EndgameRegion, position: Position): readonly Arrow[] {
  const arrow = (side: Side, rank: number): Arrow[] => {
    const best = (side === "black" ? region.black_moves : region.white_moves)[0];
    if (!best) return [];
    const move = parseMove(position.with([], side), best.move);
    const opacity = side === position.toMove ? 0.95 : 0.55;
    return [{ move, rank, opacity, label: t(`endgame.badge.${side}`) }];
  };
  return [...arrow("black", 1), ...arrow("white", 2)];
}

/** The next move of the best play; null leaves the engine's arrows. */
function bestArrow(endgame: EndgameAnalysis, position: Position): readonly Arrow[] | null {
  const best = endgame.play[0];
  if (!best) return null;
  return [{ move: parseMove(position, best.move), rank: 1, opacity: 0.9 }];
}
