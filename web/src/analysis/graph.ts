// The geometry of the evaluation graph: where a chance, a loss and a ply lie in a box, and which ply
// lies under a pointer. Nothing here knows how it is drawn.

/** One position of the game: that after `ply` moves. */
export interface GraphPoint {
  readonly ply: number;
  /** The lower side's chance, 0 to 1; null where it is not known yet. */
  readonly chance: number | null;
}

/** The inside of the graph, in the units of its view box. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The x of a ply, when the game has `plies` moves. A game without moves is one point in the middle. */
export function xOf(ply: number, plies: number, box: Box): number {
  return plies === 0 ? box.left + box.width / 2 : box.left + (ply / plies) * box.width;
}

/** The y of a chance: certainty is the top edge. */
export function yOf(chance: number, box: Box): number {
  return box.top + (1 - chance) * box.height;
}

/** The ply nearest to an x, wherever the pointer is. */
export function plyAt(x: number, plies: number, box: Box): number {
  const share = box.width === 0 ? 0 : (x - box.left) / box.width;
  return Math.min(plies, Math.max(0, Math.round(share * plies)));
}

/** Runs of neighbouring points whose chance is known: a review in progress leaves gaps. */
export function knownRuns(points: readonly GraphPoint[]): { ply: number; chance: number }[][] {
  const runs: { ply: number; chance: number }[][] = [];
  let run: { ply: number; chance: number }[] = [];
  for (const { ply, chance } of points) {
    if (chance === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      run.push({ ply, chance });
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** The path of the curve. */
export function linePath(points: readonly GraphPoint[], plies: number, box: Box): string {
  return knownRuns(points)
    .map((run) =>
      run
        .map(({ ply, chance }, index) => `${index === 0 ? "M" : "L"}${at(ply, chance, plies, box)}`)
        .join(""),
    )
    .join("");
}

/** The area between the curve and the lower edge. */
export function areaPath(points: readonly GraphPoint[], plies: number, box: Box): string {
  const bottom = round(box.top + box.height);
  return knownRuns(points)
    .map((run) => {
      const first = round(xOf(run[0].ply, plies, box));
      const last = round(xOf(run[run.length - 1].ply, plies, box));
      const curve = run.map(({ ply, chance }) => `L${at(ply, chance, plies, box)}`).join("");
      return `M${first},${bottom}${curve}L${last},${bottom}Z`;
    })
    .join("");
}

/** All that lies above and below the curve: where there is no curve, nothing is said of either side. */
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

/** A move's loss as a bar at its ply. */
export interface Bar {
  readonly ply: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Bars for losses, standing on the lower edge. A loss of all that there was fills the box; the bars are
 * as wide as the plies are apart, up to a limit beyond which they look like walls.
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

/** Ply numbers to write below: round ones, and no more than fit. */
export function plyTicks(plies: number, most: number): number[] {
  if (plies === 0 || most < 1) return [0];
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((candidate) => plies / candidate <= most) ?? plies;
  const ticks: number[] = [];
  for (let ply = 0; ply <= plies; ply += step) ticks.push(ply);
  return ticks;
}

function at(ply: number, chance: number, plies: number, box: Box): string {
  return `${round(xOf(ply, plies, box))},${round(yOf(chance, box))}`;
}

/** Hundredths are finer than any screen, and keep the paths short. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
