// Colours for numbers. Every scale goes through few anchors that differ in lightness as well as in hue,
// so that who sees hues badly still sees the order.

/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/** An anchor of a scale: a place from 0 to 1 and its colour. */
type Anchor = readonly [place: number, colour: Colour];

/** A colour as CSS writes it. */
export function css([red, green, blue, opacity]: Colour): string {
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${round(opacity)})`;
}

/** The colour of a place on a scale; what lies outside is taken for its end. */
export function onScale(anchors: readonly Anchor[], place: number): Colour {
  const first = anchors[0];
  const last = anchors[anchors.length - 1];
  if (!(place > first[0])) return first[1];
  if (place >= last[0]) return last[1];
  const above = anchors.findIndex(([anchor]) => anchor >= place);
  const [low, lowColour] = anchors[above - 1];
  const [high, highColour] = anchors[above];
  const share = (place - low) / (high - low);
  const mix = (index: 0 | 1 | 2 | 3) => lowColour[index] + share * (highColour[index] - lowColour[index]);
  return [mix(0), mix(1), mix(2), mix(3)];
}

/**
 * From White's (−1) to Black's (+1): amber against blue, which nearly all eyes tell apart, and nothing
 * where neither is ahead.
 */
const SIDES: readonly Anchor[] = [
  [-1, [232, 137, 22, 0.82]],
  [-0.5, [240, 176, 80, 0.6]],
  [0, [200, 200, 200, 0]],
  [0.5, [92, 140, 216, 0.6]],
  [1, [38, 84, 178, 0.82]],
];

export function sides(value: number): Colour {
  return onScale(SIDES, value);
}

/** From trapped (0) to free (1): embers that grow light, and no green, which many eyes take for red. */
const FREEDOM: readonly Anchor[] = [
  [0, [128, 12, 52, 0.9]],
  [0.35, [206, 76, 34, 0.84]],
  [0.65, [240, 156, 52, 0.8]],
  [1, [252, 232, 138, 0.86]],
];

export function freedom(value: number): Colour {
  return onScale(FREEDOM, value);
}

/** A gradient for a legend, in as many steps as make it look smooth. */
export function gradient(scale: (value: number) => Colour, from: number, to: number): string {
  const steps = 12;
  const stops = Array.from({ length: steps + 1 }, (_, index) =>
    css(scale(from + ((to - from) * index) / steps)),
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
