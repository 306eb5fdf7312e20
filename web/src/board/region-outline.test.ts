import { expect, it } from "vitest";
import { Geometry } from "./geometry";
import { regionOutline } from "./region-outline";

const board = new Geometry({ width: 4, height: 4 }, false, false);

/** Line segments of a path. */
function lines(squares: string[], geometry = board) {
  return [...regionOutline(squares, geometry).matchAll(/M(\S+) (\S+)L(\S+) ([^M]+)/g)].map((line) =>
    line.slice(1).map(Number),
  );
}

const slants = (all: number[][]) => all.filter(([x, y, u, v]) => x !== u && y !== v);

it("surrounds a single square with an inset", () => {
  const all = lines(["b2"]);
  const { x, y } = board.corner("b2");
  expect(all).toHaveLength(4);
  for (const [ax, ay, bx, by] of all) {
    for (const [px, py] of [
      [ax, ay],
      [bx, by],
    ]) {
      expect([x + 5, x + 95]).toContain(px);
      expect([y + 5, y + 95]).toContain(py);
    }
  }
});

it("joins the outlines of adjacent squares", () => {
  const all = lines(["b2", "c2"]);
  // Three edges each; above and below they meet in the middle.
  expect(all).toHaveLength(6);
  const middle = board.corner("c2").x;
  expect(all.filter(([x, , u]) => x === middle || u === middle)).toHaveLength(4);
});

it("connects squares that touch at a corner, flipped or not", () => {
  for (const geometry of [board, new Geometry({ width: 4, height: 4 }, true, false)]) {
    expect(slants(lines(["a1", "b2"], geometry))).toHaveLength(1);
    expect(slants(lines(["b1", "a2"], geometry))).toHaveLength(1);
    expect(slants(lines(["a1", "a2", "b2"], geometry))).toHaveLength(0);
    expect(slants(lines(["a1", "c3"], geometry))).toHaveLength(0);
  }
});
