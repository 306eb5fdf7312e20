// Outline of a region as an SVG path.

import { columnOf, rowOf, type Square } from "../rules";
import { CELL, type Geometry } from "./geometry";

/** Inset from the squares' edges, so that adjacent outlines do not overlap. */
const INSET = 5;

/**
 * Edges between the region and the rest, slightly inset; round line caps join them. Squares that
 * touch only at a corner belong to one region and are connected by a short line.
 */
export function regionOutline(squares: readonly Square[], geometry: Geometry): string {
  const cells = new Set(squares.map((square) => key(columnOf(square), rowOf(square))));
  const edges: string[] = [];
  for (const square of squares) {
    const { x, y } = geometry.corner(square);
    const has = (right: number, down: number) => {
      const sign = geometry.flipped ? -1 : 1;
      return cells.has(key(columnOf(square) + sign * right, rowOf(square) - sign * down));
    };
    const [left, top, right, bottom] = [x + INSET, y + INSET, x + CELL - INSET, y + CELL - INSET];
    const sides = [
      { out: [0, -1], along: [1, 0], from: [left, top], to: [right, top] },
      { out: [1, 0], along: [0, 1], from: [right, top], to: [right, bottom] },
      { out: [0, 1], along: [1, 0], from: [left, bottom], to: [right, bottom] },
      { out: [-1, 0], along: [0, 1], from: [left, top], to: [left, bottom] },
    ] as const;
    for (const right of [-1, 1]) {
      // The square below shares the corner.
      if (!has(right, 1) || has(right, 0) || has(0, 1)) continue;
      const corner = { x: right > 0 ? x + CELL : x, y: y + CELL };
      edges.push(
        `M${corner.x - right * INSET} ${corner.y - INSET}L${corner.x + right * INSET} ${corner.y + INSET}`,
      );
    }
    for (const { out, along, from, to } of sides) {
      if (has(out[0], out[1])) continue;
      // Extend the edge where the region continues beside it.
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

/**
 * Extension of an edge at one end: to the middle between squares, or past it into an inner corner.
 */
function reach(goesOn: boolean, turns: boolean): number {
  if (!goesOn) return 0;
  return turns ? 2 * INSET : INSET;
}

function key(column: number, row: number): string {
  return `${column},${row}`;
}
