// An endgame on the board: regions tinted by who is in them, outlined and named, and the moves that are spoken of.

import { mostCentral, regionColour } from "../analysis/overlays";
import { css } from "../analysis/colours";
import type { Endgame, EndgameRegion } from "../api/types";
import type { Arrow, Drawing } from "../board/types";
import { t } from "../i18n";
import { parseMove, type Position, type Side, type Square } from "../rules";

/** What to draw: the chosen region with the best moves of both sides in it, or else the best move of all. */
export function drawing(endgame: Endgame, position: Position, chosen: string | null): Drawing {
  const colours = new Map<Square, string>();
  const labels = new Map<Square, string>();
  for (const region of endgame.regions) {
    const colour = css(regionColour(region.owner ?? "contested"));
    for (const square of region.squares) colours.set(square, colour);
    const free = region.squares.filter((square) => position.at(square) === "empty");
    const middle = mostCentral(free);
    if (middle !== null) labels.set(middle, region.name);
  }
  const marked = chosen ?? endgame.hottest;
  const region = endgame.regions.find(({ name }) => name === chosen);
  const arrows = region ? regionArrows(region, position) : bestArrow(endgame, position);
  return {
    overlay: { fill: (square) => colours.get(square) ?? null, labels },
    outlines: endgame.regions.map(({ name, squares }) => ({ name, squares, isMarked: name === marked })),
    ...(arrows === null ? {} : { arrows }),
  };
}

/** The best move of either side in a region; the one who is to move stands out. */
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

/** The next move of the best play; null where it is not known, so that the engine may draw its own. */
function bestArrow(endgame: Endgame, position: Position): readonly Arrow[] | null {
  const best = endgame.play[0];
  if (!best) return null;
  return [{ move: parseMove(position, best.move), rank: 1, opacity: 0.9 }];
}
