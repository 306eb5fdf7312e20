import { describe, expect, it } from "vitest";
import { type Colour, css, freedom, gradient, onScale, sides } from "./colours";

/** How light a colour looks on white paper. */
function lightness([red, green, blue, opacity]: Colour): number {
  const own = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return own * opacity + 255 * (1 - opacity);
}

describe("colour scales", () => {
  it("keep to their anchors and mix between them", () => {
    const scale = [
      [0, [0, 0, 0, 0]],
      [1, [100, 200, 50, 1]],
    ] as const;
    expect(onScale(scale, 0.5)).toEqual([50, 100, 25, 0.5]);
    expect(onScale(scale, -3)).toEqual([0, 0, 0, 0]);
    expect(onScale(scale, 3)).toEqual([100, 200, 50, 1]);
    expect(onScale(scale, Number.NaN)).toEqual([0, 0, 0, 0]);
  });

  it("show nothing where neither side is ahead, and more the further one is", () => {
    expect(sides(0)[3]).toBe(0);
    for (const sign of [-1, 1]) {
      const opacities = [0, 0.25, 0.5, 0.75, 1].map((value) => sides(sign * value)[3]);
      expect(opacities).toEqual([...opacities].sort((a, b) => a - b));
    }
  });

  it("tell the two sides apart by lightness too", () => {
    expect(lightness(sides(-1)) - lightness(sides(1))).toBeGreaterThan(40);
    expect(lightness(freedom(1)) - lightness(freedom(0))).toBeGreaterThan(40);
  });

  it("are written as CSS reads them", () => {
    expect(css([1.4, 2.6, 255, 0.12345])).toBe("rgba(1, 3, 255, 0.123)");
    expect(gradient(sides, -1, 1)).toMatch(/^linear-gradient\(to right, (rgba\([^)]*\)(, )?){13}\)$/);
  });
});
