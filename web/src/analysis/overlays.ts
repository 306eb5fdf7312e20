// Overlays: what each square is worth in one respect, as a colour and, on demand, as a number. The numbers come
// from the server; here they become pictures.

import type { Overlays } from "../api/types";
import { columnOf, rowOf, squaresOf, type Position, type Side, type Size, type Square } from "../rules";
import { type Colour, css, freedom, sides } from "./colours";

/** What the board draws; there is always a number for each colour. */
interface Painted {
  readonly fill: (square: Square) => string | null;
  readonly labels: ReadonlyMap<Square, string>;
}

export const OVERLAYS = ["queen", "king", "ownership", "mobility", "regions"] as const;

export type OverlayName = (typeof OVERLAYS)[number];

/**
 * What is left of a square's doubt with each move that one side needs fewer than the other. A queen's move is worth
 * more than a king's: who is first by one of them is rarely overtaken.
 */
const DOUBT = { queen: 0.5, king: 0.7 };

/** So many free moves, and an amazon is as free as can be told by the eye; the most there is is 35 steps. */
const FREE = 24;

/** The overlay of a name. */
export function overlay(name: OverlayName, data: Overlays, position: Position): Painted {
  const { size } = position;
  switch (name) {
    case "queen":
      return distanceOverlay(data.queen, size, DOUBT.queen);
    case "king":
      return distanceOverlay(data.king, size, DOUBT.king);
    case "ownership":
      return ownershipOverlay(data.ownership, position);
    case "mobility":
      return mobilityOverlay(data.mobility);
    case "regions":
      return regionOverlay(data.regions, position);
  }
}

/**
 * How much nearer a square is to Black (+1) or to White (−1); null where neither gets. Where only one does, it is
 * that one's alone.
 */
export function lead(black: number | null, white: number | null, doubt: number): number | null {
  if (black === null && white === null) return null;
  if (white === null) return 1;
  if (black === null) return -1;
  return Math.sign(white - black) * (1 - doubt ** Math.abs(white - black));
}

function distanceOverlay(distances: Overlays["queen"], size: Size, doubt: number): Painted {
  const colours = new Map<Square, Colour>();
  const labels = new Map<Square, string>();
  squaresOf(size).forEach((square, index) => {
    const black = distances.black[index] ?? null;
    const white = distances.white[index] ?? null;
    const value = lead(black, white, doubt);
    // An amazon's own square is 0 away from it: true, and nothing to show.
    if (value === null || black === 0 || white === 0) return;
    colours.set(square, sides(value));
    labels.set(square, `${black ?? "–"}·${white ?? "–"}`);
  });
  return painted(colours, labels);
}

/** Who owns how much: early in a game nobody owns much, so small shares are spread. */
export function ownership(share: number): Colour {
  return sides(Math.sign(share) * Math.abs(share) ** 0.65);
}

function ownershipOverlay(shares: readonly number[], position: Position): Painted {
  const colours = new Map<Square, Colour>();
  const labels = new Map<Square, string>();
  squaresOf(position.size).forEach((square, index) => {
    const value = shares[index] ?? 0;
    // Nobody will own what is burned; its neighbours shade into it.
    if (position.at(square) === "burned") return;
    colours.set(square, ownership(value));
    if (Math.abs(value) >= 0.05 && position.at(square) === "empty")
      labels.set(square, `${Math.round(Math.abs(value) * 100)}`);
  });
  return painted(colours, labels);
}

function mobilityOverlay(mobility: Overlays["mobility"]): Painted {
  const colours = new Map<Square, Colour>();
  const labels = new Map<Square, string>();
  for (const [square, count] of Object.entries(mobility)) {
    colours.set(square, freedom(count / FREE));
    labels.set(square, `${count}`);
  }
  return painted(colours, labels);
}

/** Nobody's any more: burned squares around it, and no amazon inside. */
const DEAD: Colour = [110, 110, 118, 0.7];

/** Both sides are in it. */
const CONTESTED: Colour = [138, 92, 176, 0.42];

/** What is to be said of a region. */
export type RegionState = Side | "contested" | "dead";

export function regionState(region: Overlays["regions"][number]): RegionState {
  if (region.black > 0 && region.white > 0) return "contested";
  if (region.black > 0) return "black";
  if (region.white > 0) return "white";
  return "dead";
}

export function regionColour(state: RegionState): Colour {
  switch (state) {
    case "black":
      return sides(1);
    case "white":
      return sides(-1);
    case "contested":
      return CONTESTED;
    case "dead":
      return DEAD;
  }
}

function regionOverlay(regions: Overlays["regions"], position: Position): Painted {
  const colours = new Map<Square, Colour>();
  const labels = new Map<Square, string>();
  for (const region of regions) {
    const colour = regionColour(regionState(region));
    for (const square of region.squares) colours.set(square, colour);
    // The squares that are free to be filled are what a region is worth; said once, in its middle.
    const free = region.squares.filter((square) => position.at(square) === "empty");
    const middle = mostCentral(free.length > 0 ? free : region.squares);
    if (middle !== null) labels.set(middle, `${free.length}`);
  }
  return painted(colours, labels);
}

/** The square nearest to the centre of all. */
export function mostCentral(squares: readonly Square[]): Square | null {
  const mean = (of: (square: Square) => number) =>
    squares.reduce((sum, square) => sum + of(square), 0) / squares.length;
  const [column, row] = [mean(columnOf), mean(rowOf)];
  const away = (square: Square) => Math.hypot(columnOf(square) - column, rowOf(square) - row);
  return squares.reduce<Square | null>(
    (best, square) => (best === null || away(square) < away(best) ? square : best),
    null,
  );
}

function painted(colours: ReadonlyMap<Square, Colour>, labels: ReadonlyMap<Square, string>): Painted {
  return {
    fill: (square) => {
      const colour = colours.get(square);
      return colour === undefined ? null : css(colour);
    },
    labels,
  };
}
