import { describe, expect, it } from "vitest";
import { css, gradient, interpolate, mobilityColor, sideColor, type Color } from "./colors";

/** Luminance on a white background. */
function lightness([red, green, blue, opacity]: Color): number {
  const own = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return own * opacity + 255 * (1 - opacity);
}

describe("color scales", () => {
  it("interpolate between their stops", () => {
    const scale = [
      [0, [0, 0, 0, 0]],
      [1, [100, 200, 50, 1]],
    ] as const;
    expect(interpolate(scale, 0.5)).toEqual([50, 100, 25, 0.5]);
    expect(interpolate(scale, -3)).toEqual([0, 0, 0, 0]);
    expect(interpolate(scale, 3)).toEqual([100, 200, 50, 1]);
    expect(interpolate(scale, Number.NaN)).toEqual([0, 0, 0, 0]);
  });

  it("are transparent at 0 and grow more opaque with the lead", () => {
    expect(sideColor(0)[3]).toBe(0);
    for (const sign of [-1, 1]) {
      const opacities = [0, 0.25, 0.5, 0.75, 1].map((value) => sideColor(sign * value)[3]);
      expect(opacities).toEqual([...opacities].sort((a, b) => a - b));
    }
  });

  it("differ in lightness", () => {
    expect(lightness(sideColor(-1)) - lightness(sideColor(1))).toBeGreaterThan(40);
    expect(lightness(mobilityColor(1)) - lightness(mobilityColor(0))).toBeGreaterThan(40);
  });

  it("convert to CSS", () => {
    expect(css([1.4, 2.6, 255, 0.12345])).toBe("rgba(1, 3, 255, 0.123)");
    expect(gradient(sideColor, -1, 1)).toMatch(/^linear-gradient\(to right, (rgba\([^)]*\)(, )?){13}\)$/);
  });
});
