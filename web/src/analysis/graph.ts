// Geometry of the evaluation graph, independent of drawing.

/** Evaluation of the position after `ply` moves. */
export interface GraphPoint {
  readonly ply: number;
  /** White's win probability, 0 to 1; null if unknown. */
  readonly probability: number | null;
}

/** A rectangle, in pixels from the top left of the SVG. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The x coordinate of a ply in a game of `plies` moves; the middle for a game without moves. */
export function xOf(ply: number, plies: number, box: Box): number {
  return plies === 0 ? box.left + box.width / 2 : box.left + (ply / plies) * box.width;
}

/** The y coordinate of a probability; 1 is the top edge. */
export function yOf(probability: number, box: Box): number {
  return box.top + (1 - probability) * box.height;
}

/** The ply nearest to an x coordinate, 0 to `plies`. */
export function plyAt(x: number, plies: number, box: Box): number {
  const fraction = box.width === 0 ? 0 : (x - box.left) / box.width;
  return Math.min(plies, Math.max(0, Math.round(fraction * plies)));
}

interface KnownPoint {
  readonly ply: number;
  readonly probability: number;
}

/** Runs of adjacent points with a known probability: a review in progress leaves gaps. */
export function knownRuns(points: readonly GraphPoint[]): KnownPoint[][] {
  const runs: KnownPoint[][] = [];
  let run: KnownPoint[] = [];
  for (const { ply, probability } of points) {
    if (probability === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      run.push({ ply, probability });
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

type Point = readonly [x: number, y: number];

/** The runs of known points in pixels. */
function curves(points: readonly GraphPoint[], plies: number, box: Box): Point[][] {
  return knownRuns(points).map((run) =>
    run.map(({ ply, probability }) => [xOf(ply, plies, box), yOf(probability, box)]),
  );
}

/** SVG path of the curve of win probabilities. */
export function linePath(points: readonly GraphPoint[], plies: number, box: Box): string {
  return curves(points, plies, box).map(toPath).join("");
}

/** SVG path of the area below the curve. */
export function areaPath(points: readonly GraphPoint[], plies: number, box: Box): string {
  const bottom = box.top + box.height;
  return curves(points, plies, box)
    .map((curve) => {
      const [[first], [last]] = [curve[0], curve[curve.length - 1]];
      return `${toPath([[first, bottom], ...curve, [last, bottom]])}Z`;
    })
    .join("");
}

/** SVG path of the background over the full height, where the curve is known. */
export function bandPath(points: readonly GraphPoint[], plies: number, box: Box): string {
  const known = points.map(({ ply, probability }) => ({ ply, probability: probability === null ? null : 1 }));
  return areaPath(known, plies, box);
}

/** Rectangle of a bar that shows the loss of one move. */
interface Bar {
  readonly ply: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Bars on the lower edge for moves with a loss; a loss of 1 or more fills the height. The width is
 * about half the distance between plies, 1 to 10 pixels.
 */
export function lossBars(losses: readonly { ply: number; loss: number }[], plies: number, box: Box): Bar[] {
  const step = plies === 0 ? box.width : box.width / plies;
  const width = Math.max(1, Math.min(10, step * 0.55));
  return losses
    .filter(({ loss }) => loss > 0)
    .map(({ ply, loss }) => {
      const height = Math.min(1, loss) * box.height;
      return {
        ply,
        x: xOf(ply, plies, box) - width / 2,
        y: box.top + box.height - height,
        width,
        height,
      };
    });
}

/** Round ply numbers for the ticks of the axis, with at most `maxIntervals` intervals. */
export function plyTicks(plies: number, maxIntervals: number): number[] {
  if (plies === 0 || maxIntervals < 1) return [0];
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((candidate) => plies / candidate <= maxIntervals) ?? plies;
  const ticks: number[] = [];
  for (let ply = 0; ply <= plies; ply += step) ticks.push(ply);
  return ticks;
}

function toPath(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)},${round(y)}`).join("L")}`;
}

/** Rounds to hundredths, to keep the paths short. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
