// SVG paths of the pieces in a 100×100 square, for the board and for images: the amazon is an
// archer with helmet, cloak and bow; a burned square is a cracked stone with embers.

import { columnOf, rowOf, type Square } from "../rules";

export interface Stroke {
  readonly path: string;
  readonly width: number;
}

export const AMAZON = {
  bow: { path: "M71 16 C94 32 94 66 71 84", width: 5 },
  string: { path: "M71 16 L71 84", width: 2 },
  cloak: "M45 45 C57 45 63 54 65 64 L70 86 Q45 92 20 86 L25 64 C27 54 33 45 45 45 Z",
  head: "M45 17 C54 17 58 24 57 32 C56 41 51 46 45 46 C39 46 34 41 33 32 C32 24 36 17 45 17 Z",
  crest: "M32 25 C30 12 42 5 53 9 C62 12 66 20 66 28 C60 21 53 19 46 19 C40 19 35 21 32 25 Z",
  visor: { path: "M39 33 L51 33 M45 33 L45 40", width: 3 },
  hem: { path: "M23.5 74 Q45 80 66.5 74", width: 3 },
} as const;

export const BURNED = {
  body: "M17 22 Q19 15 27 14 L74 12 Q83 12 86 20 L89 72 Q90 83 80 86 L28 89 Q15 89 14 78 L12 38 Q13 28 17 22 Z",
  embers: { path: "M30 34 L44 44 L40 58 L56 66 L54 78 M44 44 L60 34 L72 40 M56 66 L72 62", width: 4.5 },
} as const;

/** Rotation in degrees; adjacent burned squares differ. */
export function burnedRotation(square: Square): number {
  return 90 * ((columnOf(square) + 2 * rowOf(square)) % 4);
}

export const FLAME =
  "M50 22 C56 36 68 42 66 60 C65 72 58 78 50 78 C42 78 35 72 34 61 C33 53 38 49 41 43 C43 49 46 50 47 50 C49 42 46 32 50 22 Z";
