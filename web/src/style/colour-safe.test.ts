import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Looks at the colour-safe theme with eyes that lack one kind of cone, after Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), and asks whether what must be told apart
// on a board still can be.

type Rgb = readonly [number, number, number];

const EYES: Record<string, readonly Rgb[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** The colours of a rule, each as it is in light and in dark. */
function tokens(selector: string): Record<string, [string, string]> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split("}")[0];
  const found: Record<string, [string, string]> = {};
  for (const [, name, value] of rule.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\((.+?\)?), (.+)\)$/s.exec(value);
    found[name] = both ? [both[1], both[2]] : [value, value];
  }
  return found;
}

const COLOURS = { ...tokens(":root"), ...tokens(':root[data-colours="safe"]') };

/** A colour, laid over another where it lets that shine through. */
function rgb(text: string, below: Rgb = [255, 255, 255]): Rgb {
  const hex = /^#(..)(..)(..)$/.exec(text);
  if (hex) return hex.slice(1).map((digits) => parseInt(digits, 16)) as unknown as Rgb;
  const [red, green, blue, opacity] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue].map(
    (part, index) => part * opacity + below[index] * (1 - opacity),
  ) as unknown as Rgb;
}

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** How it looks, as CIE L*a*b*. */
function seen(colour: Rgb, eye: readonly Rgb[]): Rgb {
  const light = colour.map(linear);
  const [red, green, blue] = eye.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, index) => sum + weight * light[index], 0),
      ),
    ),
  );
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const difference = (one: Rgb, two: Rgb) => Math.hypot(...one.map((part, index) => part - two[index]));

/** Ten is what nobody overlooks side by side; on squares apart from each other it should be more. */
const PLAIN = 15;

describe.each(Object.entries(EYES))("with %s", (_, eye) => {
  it.each([0, 1])(
    "the board's signs differ from its squares and from each other (brightness %i)",
    (brightness) => {
      for (const square of ["square-light", "square-dark"]) {
        const ground = rgb(COLOURS[square][brightness]);
        const signs = ["last", "chosen", "target", "heat"].map(
          (name) => [name, rgb(COLOURS[name][brightness], ground)] as const,
        );
        for (const [index, [name, colour]] of signs.entries()) {
          expect(difference(seen(colour, eye), seen(ground, eye)), `${name} on ${square}`).toBeGreaterThan(
            PLAIN,
          );
          for (const [other, second] of signs.slice(index + 1)) {
            expect(difference(seen(colour, eye), seen(second, eye)), `${name}, ${other}`).toBeGreaterThan(
              PLAIN,
            );
          }
        }
      }
    },
  );

  it.each([0, 1])("steps and shots, and the kinds of mistake, differ (brightness %i)", (brightness) => {
    for (const names of [
      ["step", "shot"],
      ["inaccuracy", "mistake", "blunder", "best"],
      ["accent", "danger"],
    ]) {
      for (const [index, one] of names.entries()) {
        for (const two of names.slice(index + 1)) {
          const [first, second] = [one, two].map((name) => seen(rgb(COLOURS[name][brightness]), eye));
          expect(difference(first, second), `${one}, ${two}`).toBeGreaterThan(PLAIN);
        }
      }
    }
  });
});
