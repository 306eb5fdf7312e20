import { describe, expect, it } from "vitest";
import {
  areaPath,
  bandPath,
  knownRuns,
  linePath,
  lossBars,
  plyAt,
  plyTicks,
  xOf,
  yOf,
  type Box,
} from "./graph";

const BOX: Box = { left: 10, top: 5, width: 200, height: 100 };

describe("the evaluation graph", () => {
  it("maps every ply's x back to the ply", () => {
    for (const plies of [0, 1, 7, 42, 92]) {
      for (let ply = 0; ply <= plies; ply += 1) {
        expect(plyAt(xOf(ply, plies, BOX), plies, BOX)).toBe(ply);
      }
    }
  });

  it("clamps positions outside", () => {
    expect(plyAt(-50, 40, BOX)).toBe(0);
    expect(plyAt(5000, 40, BOX)).toBe(40);
    expect(plyAt(5000, 0, BOX)).toBe(0);
  });

  it("maps probability 1 to the top", () => {
    expect(yOf(1, BOX)).toBe(5);
    expect(yOf(0, BOX)).toBe(105);
    expect(yOf(0.5, BOX)).toBe(55);
  });

  it("leaves gaps where positions are not reviewed yet", () => {
    const points = [0.5, 0.6, null, null, 0.2, null].map((probability, ply) => ({ ply, probability }));
    expect(knownRuns(points).map((run) => run.map(({ ply }) => ply))).toEqual([[0, 1], [4]]);
    expect(linePath(points, 5, BOX)).toBe("M10,55L50,45M170,85");
    expect(areaPath(points, 5, BOX)).toBe("M10,105L10,55L50,45L50,105ZM170,105L170,85L170,105Z");
    expect(bandPath(points, 5, BOX)).toBe("M10,105L10,5L50,5L50,105ZM170,105L170,5L170,105Z");
  });

  it("draws losses as bars on the lower edge", () => {
    const bars = lossBars(
      [
        { ply: 1, loss: 0 },
        { ply: 2, loss: 0.25 },
        { ply: 3, loss: 1.5 },
      ],
      4,
      BOX,
    );
    expect(bars.map(({ ply }) => ply)).toEqual([2, 3]);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [80, 25],
      [5, 100],
    ]);
    for (const bar of bars) expect(bar.x + bar.width / 2).toBeCloseTo(xOf(bar.ply, 4, BOX));
  });

  it("chooses round ticks within the limit", () => {
    for (const plies of [1, 3, 10, 41, 92, 130]) {
      const ticks = plyTicks(plies, 10);
      expect(ticks.length).toBeLessThanOrEqual(11);
      expect(ticks[0]).toBe(0);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(plies);
    }
    expect(plyTicks(42, 10)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40]);
    expect(plyTicks(0, 10)).toEqual([0]);
  });
});
