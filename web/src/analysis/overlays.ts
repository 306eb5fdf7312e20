// Overlays: the server's numbers for each square as colors and labels.

import type { Overlays } from "../api/types";
import { columnOf, rowOf, squaresOf, type Position, type Side, type Size, type Square } from "../rules";
import { css, mobilityColor, sideColor, type Color } from "./colors";

/** An overlay with a label for every colored square. */
interface OverlayImage {
  readonly fill: (square: Square) => string | null;
  readonly labels: ReadonlyMap<Square, string>;
}

export const OVERLAYS = ["queen", "king", "ownership", "mobility", "regions"] as const;

export type OverlayName = (typeof OVERLAYS)[number];

/**
 * Remaining uncertainty of a square per move of distance lead. A lead in queen moves is rarely
 * lost.
 */
const UNCERTAINTY = { queen: 0.5, king: 0.7 };

/** Mobility at the end of the color scale; the maximum is 35. */
const MAX_MOBILITY = 24;

export function overlay(name: OverlayName, data: Overlays, position: Position): OverlayImage {
  const { size } = position;
  switch (name) {
    case "queen":
      return distanceOverlay(data.queen, size, UNCERTAINTY.queen);
    case "king":
      return distanceOverlay(data.king, size, UNCERTAINTY.king);
    case "ownership":
      return ownershipOverlay(data.ownership, position);
    case "mobility":
      return mobilityOverlay(data.mobility);
    case "regions":
      return regionOverlay(data.regions, position);
  }
}

/** Distance lead from −1 (White) to +1 (Black); null if neither side reaches the square. */
export function distanceLead(black: number | null, white: number | null, uncertainty: number): number | null {
  if (black === null && white === null) return null;
  if (white === null) return 1;
  if (black === null) return -1;
  return Math.sign(white - black) * (1 - uncertainty ** Math.abs(white - black));
}

function distanceOverlay(distances: Overlays["queen"], size: Size, uncertainty: number): OverlayImage {
  const colors = new Map<Square, Color>();
  const labels = new Map<Square, string>();
  squaresOf(size).forEach((square, index) => {
    const black = distances.black[index] ?? null;
    const white = distances.white[index] ?? null;
    const value = distanceLead(black, white, uncertainty);
    // The amazons' own squares carry no information.
    if (value === null || black === 0 || white === 0) return;
    colors.set(square, sideColor(value));
    labels.set(square, `${black ?? "–"}·${white ?? "–"}`);
  });
  return toOverlay(colors, labels);
}

/** The exponent spreads small shares, which are common early in a game. */
export function ownershipColor(share: number): Color {
  return sideColor(Math.sign(share) * Math.abs(share) ** 0.65);
}

function ownershipOverlay(shares: readonly number[], position: Position): OverlayImage {
  const colors = new Map<Square, Color>();
  const labels = new Map<Square, string>();
  squaresOf(position.size).forEach((square, index) => {
    const value = shares[index] ?? 0;
    if (position.at(square) === "burned") return;
    colors.set(square, ownershipColor(value));
    if (Math.abs(value) >= 0.05 && position.at(square) === "empty")
      labels.set(square, `${Math.round(Math.abs(value) * 100)}`);
  });
  return toOverlay(colors, labels);
}

function mobilityOverlay(mobility: Overlays["mobility"]): OverlayImage {
  const colors = new Map<Square, Color>();
  const labels = new Map<Square, string>();
  for (const [square, count] of Object.entries(mobility)) {
    colors.set(square, mobilityColor(count / MAX_MOBILITY));
    labels.set(square, `${count}`);
  }
  return toOverlay(colors, labels);
}

/** A region without amazons. */
const DEAD: Color = [110, 110, 118, 0.7];

/** A region with amazons of both sides. */
const CONTESTED: Color = [138, 92, 176, 0.42];

export type RegionState = Side | "contested" | "dead";

export function regionState(region: Overlays["regions"][number]): RegionState {
  if (region.black > 0 && region.white > 0) return "contested";
  if (region.black > 0) return "black";
  if (region.white > 0) return "white";
  return "dead";
}

export function regionColor(state: RegionState): Color {
  switch (state) {
    case "black":
      return sideColor(1);
    case "white":
      return sideColor(-1);
    case "contested":
      return CONTESTED;
    case "dead":
      return DEAD;
  }
}

function regionOverlay(regions: Overlays["regions"], position: Position): OverlayImage {
  const colors = new Map<Square, Color>();
  const labels = new Map<Square, string>();
  for (const region of regions) {
    const color = regionColor(regionState(region));
    for (const square of region.squares) colors.set(square, color);
    // Number of empty squares, in the middle of the region.
    const free = region.squares.filter((square) => position.at(square) === "empty");
    const middle = mostCentral(free.length > 0 ? free : region.squares);
    if (middle !== null) labels.set(middle, `${free.length}`);
  }
  return toOverlay(colors, labels);
}

/** The square nearest to the mean of all. */
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

function toOverlay(colors: ReadonlyMap<Square, Color>, labels: ReadonlyMap<Square, string>): OverlayImage {
  return {
    fill: (square) => {
      const color = colors.get(square);
      return color === undefined ? null : css(color);
    },
    labels,
  };
}
