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
  return toOverlay(
    squaresOf(size).flatMap((square, index) => {
      const black = distances.black[index] ?? null;
      const white = distances.white[index] ?? null;
      const value = distanceLead(black, white, uncertainty);
      // The amazons' own squares carry no information.
      if (value === null || black === 0 || white === 0) return [];
      return [{ square, color: sideColor(value), label: `${black ?? "–"}·${white ?? "–"}` }];
    }),
  );
}

/** The exponent spreads small shares, which are common early in a game. */
export function ownershipColor(share: number): Color {
  return sideColor(Math.sign(share) * Math.abs(share) ** 0.65);
}

function ownershipOverlay(shares: readonly number[], position: Position): OverlayImage {
  return toOverlay(
    squaresOf(position.size).flatMap((square, index) => {
      const share = shares[index] ?? 0;
      if (position.at(square) === "burned") return [];
      const isLabeled = Math.abs(share) >= 0.05 && position.at(square) === "empty";
      const label = isLabeled ? `${Math.round(Math.abs(share) * 100)}` : undefined;
      return [{ square, color: ownershipColor(share), label }];
    }),
  );
}

function mobilityOverlay(mobility: Overlays["mobility"]): OverlayImage {
  return toOverlay(
    Object.entries(mobility).map(([square, count]) => ({
      square,
      color: mobilityColor(count / MAX_MOBILITY),
      label: `${count}`,
    })),
  );
}

/** Whose amazons a region contains: one side's, both sides', or none. */
export type RegionState = Side | "contested" | "dead";

export function regionState(region: Record<Side, number>): RegionState {
  if (region.black > 0 && region.white > 0) return "contested";
  if (region.black > 0) return "black";
  if (region.white > 0) return "white";
  return "dead";
}

export const REGION_COLORS: Readonly<Record<RegionState, Color>> = {
  black: sideColor(1),
  white: sideColor(-1),
  contested: [138, 92, 176, 0.42],
  dead: [110, 110, 118, 0.7],
};

function regionOverlay(regions: Overlays["regions"], position: Position): OverlayImage {
  return toOverlay(
    regions.flatMap(({ squares, ...region }) => {
      // Number of empty squares, in the middle of the region.
      const free = squares.filter((square) => position.at(square) === "empty");
      const middle = mostCentral(free.length > 0 ? free : squares);
      const color = REGION_COLORS[regionState(region)];
      return squares.map((square) => ({
        square,
        color,
        label: square === middle ? `${free.length}` : undefined,
      }));
    }),
  );
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

interface SquareTint {
  readonly square: Square;
  readonly color: Color;
  readonly label?: string | undefined;
}

export function toOverlay(tints: readonly SquareTint[]): OverlayImage {
  const colors = new Map(tints.map(({ square, color }) => [square, css(color)]));
  const labels = tints.flatMap(({ square, label }) =>
    label === undefined ? [] : [[square, label] as const],
  );
  return { fill: (square) => colors.get(square) ?? null, labels: new Map(labels) };
}
