// The border of squares that belong together, as a path.

import { columnOf, rowOf, type Square } from "../rules";
import { CELL, type Geometry } from "./geometry";

/** How far inside its squares the line runs, so that neighbours' lines lie beside each other. */
const INSET = 5;

/**
 * The edges between a square of the set and one that is not, each a little inside. Where two of them meet, their ends
 * are joined by a round line cap. Squares that touch at a corner only are one region all the same: a short line joins them.
 */
export function border(squares: readonly Square[], geometry: Geometry): string {
  const places = new Set(squares.map((square) => key(columnOf(square), rowOf(square))));
  const edges: string[] = [];
  for (const square of squares) {
    const { x, y } = geometry.corner(square);
    const has = (right: number, down: number) => {
      const sign = geometry.flipped ? -1 : 1;
      return places.has(key(columnOf(square) + sign * right, rowOf(square) - sign * down));
    };
    const [left, top, right, bottom] = [x + INSET, y + INSET, x + CELL - INSET, y + CELL - INSET];
    const sides = [
      { out: [0, -1], along: [1, 0], from: [left, top], to: [right, top] },
      { out: [1, 0], along: [0, 1], from: [right, top], to: [right, bottom] },
      { out: [0, 1], along: [1, 0], from: [left, bottom], to: [right, bottom] },
      { out: [-1, 0], along: [0, 1], from: [left, top], to: [left, bottom] },
    ] as const;
    for (const right of [-1, 1]) {
      // From above is enough: the square below has the same corner.
      if (!has(right, 1) || has(right, 0) || has(0, 1)) continue;
      const corner = { x: right > 0 ? x + CELL : x, y: y + CELL };
      edges.push(
        `M${corner.x - right * INSET} ${corner.y - INSET}L${corner.x + right * INSET} ${corner.y + INSET}`,
      );
    }
    for (const { out, along, from, to } of sides) {
      if (has(out[0], out[1])) continue;
      // Where the region goes on beside this edge, so does the line: to the next square's, or round the corner.
      const before = reach(has(-along[0], -along[1]), has(out[0] - along[0], out[1] - along[1]));
      const after = reach(has(along[0], along[1]), has(out[0] + along[0], out[1] + along[1]));
      edges.push(
        `M${from[0] - before * along[0]} ${from[1] - before * along[1]}` +
          `L${to[0] + after * along[0]} ${to[1] + after * along[1]}`,
      );
    }
  }
  return edges.join("");
}

/** How much longer an edge is at one end: up to the middle between squares, past it into an inner corner, or not at all. */
function reach(goesOn: boolean, turns: boolean): number {
  if (!goesOn) return 0;
  return turns ? 2 * INSET : INSET;
}

function key(column: number, row: number): string {
  return `${column},${row}`;
}
