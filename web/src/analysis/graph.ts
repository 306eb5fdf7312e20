// Geometry of the evaluation graph, independent of drawing.

/** The position after `ply` moves. */
export interface GraphPoint {
  readonly ply: number;
  /** White's win probability, 0 to 1; null if unknown. */
  readonly probability: number | null;
}

/** Plot area in view-box units. */
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

/** The ply nearest to an x coordinate. */
export function plyAt(x: number, plies: number, box: Box): number {
  const share = box.width === 0 ? 0 : (x - box.left) / box.width;
  return Math.min(plies, Math.max(0, Math.round(share * plies)));
}

/** Runs of adjacent points with a known probability: a review in progress leaves gaps. */
export function knownRuns(points: readonly GraphPoint[]): { ply: number; probability: number }[][] {
  const runs: { ply: number; probability: number }[][] = [];
  let run: { ply: number; probability: number }[] = [];
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

/** Path of the curve. */
export function linePath(points: readonly GraphPoint[], plies: number, box: Box): string {
  return knownRuns(points)
    .map((run) =>
      run
        .map(({ ply, probability }, index) => `${index === 0 ? "M" : "L"}${at(ply, probability, plies, box)}`)
        .join(""),
    )
    .join("");
}

/** Path of the area below the curve. */
export function areaPath(points: readonly GraphPoint[], plies: number, box: Box): string {
  const bottom = round(box.top + box.height);
  return knownRuns(points)
    .map((run) => {
      const first = round(xOf(run[0].ply, plies, box));
      const last = round(xOf(run[run.length - 1].ply, plies, box));
      const curve = run.map(({ ply, probability }) => `L${at(ply, probability, plies, box)}`).join("");
      return `M${first},${bottom}${curve}L${last},${bottom}Z`;
    })
    .join("");
}

/** Path of the full height where the curve is known. */
export function bandPath(points: readonly GraphPoint[], plies: number, box: Box): string {
  const [top, bottom] = [round(box.top), round(box.top + box.height)];
  return knownRuns(points)
    .map((run) => {
      const first = round(xOf(run[0].ply, plies, box));
      const last = round(xOf(run[run.length - 1].ply, plies, box));
      return `M${first},${top}L${last},${top}L${last},${bottom}L${first},${bottom}Z`;
    })
    .join("");
}

/** A move's loss as a bar. */
interface Bar {
  readonly ply: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Bars on the lower edge; a loss of 1 fills the height. As wide as the plies are apart, with a
 * maximum.
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

/** Round ply numbers for the axis, at most `max` intervals. */
export function plyTicks(plies: number, max: number): number[] {
  if (plies === 0 || max < 1) return [0];
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((candidate) => plies / candidate <= max) ?? plies;
  const ticks: number[] = [];
  for (let ply = 0; ply <= plies; ply += step) ticks.push(ply);
  return ticks;
}

function at(ply: number, probability: number, plies: number, box: Box): string {
  return `${round(xOf(ply, plies, box))},${round(yOf(probability, box))}`;
}

/** Hundredths keep the paths short. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
