import { describe, expect, it } from "vitest";
import type { Overlays } from "../api/types";
import { parseFen } from "../rules";
import { css, sideColor } from "./colors";
import { distanceLead, overlay, OVERLAYS, ownershipColor, regionState } from "./overlays";

/** A 3×2 board: a black amazon on a1, a white one on c2, a2 burned. */
const POSITION = parseFen("*1Q/q2 w");

/** Test data; the regions do not match the position. */
const DATA: Overlays = {
  queen: { black: [0, 1, 2, 1, 1, null], white: [null, 1, 1, 3, 1, 0] },
  king: { black: [0, 1, 2, 1, 1, null], white: [null, 2, 1, null, 1, 0] },
  ownership: [1, 0.04, -0.5, 0.8, 0, -1],
  mobility: { a1: 3, c2: 0 },
  regions: [
    { squares: ["a1", "b1"], black: 1, white: 0, owner: "black" },
    { squares: ["c2"], black: 0, white: 1, owner: "white" },
    { squares: ["a2"], black: 0, white: 0, owner: null },
    { squares: ["b2", "c1"], black: 1, white: 1, owner: null },
  ],
  win_probability: { black: 0.5, white: 0.5 },
  margin: 0,
};

describe("overlays", () => {
  it("compute the distance lead", () => {
    expect(distanceLead(null, null, 0.5)).toBeNull();
    expect(distanceLead(5, null, 0.5)).toBe(1);
    expect(distanceLead(null, 5, 0.5)).toBe(-1);
    expect(distanceLead(1, 1, 0.5)).toBe(0);
    expect(distanceLead(1, 2, 0.5)).toBe(0.5);
    expect(distanceLead(3, 1, 0.5)).toBe(-0.75);
    expect(distanceLead(1, 9, 0.5)).toBeLessThan(1);
  });

  it("color and label squares by distance, except the amazons' own", () => {
    const { fill, labels } = overlay("queen", DATA, POSITION);
    expect(fill("a1")).toBeNull();
    expect(fill("a2")).toBe(css(sideColor(0.75)));
    expect(fill("c1")).toBe(css(sideColor(-0.5)));
    expect(labels.get("c1")).toBe("2·1");
    expect(overlay("king", DATA, POSITION).labels.get("a2")).toBe("1·–");
  });

  it("color squares by ownership and label empty squares from 5 %", () => {
    const { fill, labels } = overlay("ownership", DATA, POSITION);
    expect(fill("c1")).toBe(css(ownershipColor(-0.5)));
    expect(labels.get("c1")).toBe("50");
    expect(labels.has("b1")).toBe(false);
    expect(fill("a2")).toBeNull();
    expect(labels.has("a1")).toBe(false);
    expect(fill("a1")).toBe(css(sideColor(1)));
  });

  it("color and label only the amazons by mobility", () => {
    const { fill, labels } = overlay("mobility", DATA, POSITION);
    expect(Object.fromEntries(labels)).toEqual({ a1: "3", c2: "0" });
    expect(fill("a1")).not.toBe(fill("c2"));
    expect(fill("b1")).toBeNull();
  });

  it("color regions by whose amazons they contain and label them with their empty squares", () => {
    expect(DATA.regions.map(regionState)).toEqual(["black", "white", "dead", "contested"]);
    const { fill, labels } = overlay("regions", DATA, POSITION);
    expect(new Set(["a1", "c2", "a2", "b2"].map(fill)).size).toBe(4);
    expect(fill("b2")).toBe(fill("c1"));
    expect(Object.fromEntries(labels)).toEqual({ b1: "1", c2: "0", a2: "0", b2: "2" });
  });

  it("label only squares of the board", () => {
    for (const name of OVERLAYS) {
      for (const square of overlay(name, DATA, POSITION).labels.keys()) expect(square).toMatch(/^[abc][12]$/);
    }
  });
});
