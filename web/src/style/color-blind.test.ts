import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Simulates color blindness for the color-blind safe theme (Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency", 2009) and checks that the
// board's colors stay distinguishable.

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

/** Colors of a rule as [light, dark]. */
function tokens(selector: string): Record<string, [string, string]> {
  const rule = css.slice(css.indexOf(`${selector} {`)).split("}")[0];
  const found: Record<string, [string, string]> = {};
  for (const [, name, value] of rule.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const both = /^light-dark\((.+?\)?), (.+)\)$/s.exec(value);
    found[name] = both ? [both[1], both[2]] : [value, value];
  }
  return found;
}

const COLORS = { ...tokens(":root"), ...tokens(':root[data-colors="color-blind"]') };

/** Parses a color, blended over `below` if it is transparent. */
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

/** CIE L*a*b* as seen by an eye. */
function labOf(color: Rgb, eye: readonly Rgb[]): Rgb {
  const light = color.map(linear);
  const [red, green, blue] = eye.map((row) => {
    const seen = row.reduce((sum, weight, index) => sum + weight * light[index], 0);
    return Math.min(1, Math.max(0, seen));
  });
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
  const y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  const z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const difference = (one: Rgb, two: Rgb) => Math.hypot(...one.map((part, index) => part - two[index]));

/** Minimum color difference (ΔE). */
const MIN_DIFFERENCE = 15;

describe.each(Object.entries(EYES))("with %s", (_, eye) => {
  /** Checks that each color differs from the others. */
  function expectDistinct(colors: readonly (readonly [name: string, color: Rgb])[]) {
    for (const [index, [one, first]] of colors.entries()) {
      for (const [two, second] of colors.slice(index + 1)) {
        const found = difference(labOf(first, eye), labOf(second, eye));
        expect(found, `${one}, ${two}`).toBeGreaterThan(MIN_DIFFERENCE);
      }
    }
  }

  it.each([0, 1])("board markers differ from squares and each other (theme %i)", (theme) => {
    for (const square of ["square-light", "square-dark"]) {
      const ground = rgb(COLORS[square][theme]);
      const markers = ["last", "selected", "target", "heat"];
      expectDistinct([
        [square, ground],
        ...markers.map((name) => [name, rgb(COLORS[name][theme], ground)] as const),
      ]);
    }
  });

  it.each([0, 1])("steps, arrows and judgements differ (theme %i)", (theme) => {
    for (const names of [
      ["step", "arrow"],
      ["inaccuracy", "mistake", "blunder"],
      ["accent", "danger"],
    ]) {
      expectDistinct(names.map((name) => [name, rgb(COLORS[name][theme])] as const));
    }
  });
});
