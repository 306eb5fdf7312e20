// Color scales. Their stops differ in lightness as well as hue, for color-blind users.

/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, opacity: number];

/** Position on the scale and its color. */
type ColorStop = readonly [place: number, color: Color];

export function css([red, green, blue, opacity]: Color): string {
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${round(opacity)})`;
}

/** Linear interpolation; clamped to the ends. */
export function interpolate(anchors: readonly ColorStop[], place: number): Color {
  const first = anchors[0];
  const last = anchors[anchors.length - 1];
  if (!(place > first[0])) return first[1];
  if (place >= last[0]) return last[1];
  const above = anchors.findIndex(([anchor]) => anchor >= place);
  const [low, lowColor] = anchors[above - 1];
  const [high, highColor] = anchors[above];
  const share = (place - low) / (high - low);
  const mix = (index: 0 | 1 | 2 | 3) => lowColor[index] + share * (highColor[index] - lowColor[index]);
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** From White (−1, amber) to Black (+1, blue); transparent at 0. */
const SIDE_SCALE: readonly ColorStop[] = [
  [-1, [232, 137, 22, 0.82]],
  [-0.5, [240, 176, 80, 0.6]],
  [0, [200, 200, 200, 0]],
  [0.5, [92, 140, 216, 0.6]],
  [1, [38, 84, 178, 0.82]],
];

export function sideColor(value: number): Color {
  return interpolate(SIDE_SCALE, value);
}

/** From trapped (0, dark red) to free (1, light yellow). */
const MOBILITY_SCALE: readonly ColorStop[] = [
  [0, [128, 12, 52, 0.9]],
  [0.35, [206, 76, 34, 0.84]],
  [0.65, [240, 156, 52, 0.8]],
  [1, [252, 232, 138, 0.86]],
];

export function mobilityColor(value: number): Color {
  return interpolate(MOBILITY_SCALE, value);
}

/** CSS gradient for a legend. */
export function gradient(scale: (value: number) => Color, from: number, to: number): string {
  const steps = 12;
  const stops = Array.from({ length: steps + 1 }, (_, index) =>
    css(scale(from + ((to - from) * index) / steps)),
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
