import { describe, expect, it } from "vitest";
import { legalMoves, parseFen, parseMove, squaresOf, startOf, winner } from "../rules";
import { mayMove, press, stepBack, targets } from "./aim";
import { changeBetween } from "./change";
import { Geometry } from "./geometry";
import { boardSvg } from "./picture";

const start = startOf({ width: 6, height: 6 })!;

describe("aiming", () => {
  it("goes from amazon to destination to shot", () => {
    const chosen = press(start, {}, "b1");
    expect(chosen).toEqual({ kind: "forward", aim: { from: "b1" } });
    const gone = press(start, { from: "b1" }, "b4");
    expect(gone).toEqual({ kind: "forward", aim: { from: "b1", to: "b4" } });
    expect(press(start, { from: "b1", to: "b4" }, "b1")).toEqual({
      kind: "complete",
      move: { from: "b1", to: "b4", shot: "b1" },
    });
  });

  it("offers every legal move and no other", () => {
    const position = parseFen("q*Q1/4/2*1/Q2q w");
    const offered = squaresOf(position.size).flatMap((from) => {
      const first = press(position, {}, from);
      if (first.kind !== "forward") return [];
      return targets(position, first.aim).flatMap((to) =>
        targets(position, { from, to }).map((shot) => `${from}${to}${shot}`),
      );
    });
    const legal = legalMoves(position).map(({ from, to, shot }) => `${from}${to}${shot}`);
    expect(offered.sort()).toEqual(legal.sort());
  });

  it("takes another amazon, lets go, and steps back", () => {
    expect(press(start, { from: "b1" }, "e1")).toEqual({ kind: "forward", aim: { from: "e1" } });
    expect(press(start, { from: "b1" }, "a5")).toEqual({ kind: "nothing", aim: {} });
    expect(press(start, { from: "b1" }, "b1")).toEqual({ kind: "again" });
    expect(press(start, { from: "b1", to: "b4" }, "b4")).toEqual({ kind: "again" });
    // A slip beside a shot keeps the step.
    expect(press(start, { from: "b1", to: "b4" }, "a1")).toEqual({
      kind: "nothing",
      aim: { from: "b1", to: "b4" },
    });
    expect(stepBack({ from: "b1", to: "b4" })).toEqual({ from: "b1" });
    expect(stepBack({ from: "b1" })).toEqual({});
  });

  it("is for whose turn it is", () => {
    expect(mayMove(start, "white")).toBe(true);
    expect(mayMove(start, "black")).toBe(false);
    expect(mayMove(start, "both")).toBe(true);
    expect(mayMove(start, null)).toBe(false);
    expect(press(start, {}, "a5").kind).toBe("nothing");
    expect(press(parseFen("Q*/** w"), {}, "a2").kind).toBe("nothing");
  });
});

describe("what happened between two positions", () => {
  it("is the move that was played or taken back", () => {
    let position = start;
    for (let index = 0; winner(position) === null; index++) {
      const moves = legalMoves(position);
      const move = moves[(index * 7919) % moves.length];
      const next = position.play(move);
      expect(changeBetween(position, next)).toEqual({ move, undone: false });
      expect(changeBetween(next, position)).toEqual({ move, undone: true });
      position = next;
    }
  });

  it("is nothing where no one move leads from one to the other", () => {
    const once = start.play(parseMove(start, "b1-b4/b1"));
    const twice = once.play(parseMove(once, "b6-b5/b6"));
    expect(changeBetween(start, twice)).toBeNull();
    expect(changeBetween(start, start)).toBeNull();
    expect(changeBetween(start, startOf({ width: 5, height: 5 })!)).toBeNull();
    expect(
      changeBetween(
        start,
        start.with(
          [
            ["b1", "empty"],
            ["d4", "white"],
            ["a1", "burned"],
          ],
          "black",
        ),
      ),
    ).toBeNull();
  });
});

describe("geometry", () => {
  it("finds the square at its own centre, turned or not", () => {
    for (const flipped of [false, true]) {
      for (const size of [
        { width: 1, height: 1 },
        { width: 10, height: 3 },
      ]) {
        const geometry = new Geometry(size, flipped, true);
        for (const square of squaresOf(size)) expect(geometry.squareAt(geometry.centre(square))).toBe(square);
      }
    }
  });

  it("knows what is beside a square as it is seen", () => {
    const size = { width: 3, height: 3 };
    const [upright, turned] = [new Geometry(size, false, true), new Geometry(size, true, true)];
    expect(upright.neighbour("a1", 1, 0)).toBe("b1");
    expect(upright.neighbour("a1", 0, -1)).toBe("a2");
    expect(upright.neighbour("a1", -1, 0)).toBe("a1");
    expect(turned.neighbour("b2", 1, 0)).toBe("a2");
    expect(turned.neighbour("b2", 0, -1)).toBe("b1");
    expect(upright.squareAt({ x: 1, y: 1 })).toBeNull();
  });
});

describe("pictures", () => {
  it("hold every figure and nothing that needs the page", () => {
    const svg = boardSvg(parseFen("Q*1/3/1*q b"), { lastMove: { from: "a1", to: "a3", shot: "b3" } });
    expect(svg.match(/rotate\(/g)).toHaveLength(2);
    expect(svg.match(/#fffaf0/g)?.length).toBeGreaterThan(0);
    expect(svg).toContain("<title>Q*1/3/1*q b - - 2 2</title>");
    expect(svg).not.toMatch(/var\(|class=|href=/);
  });
});
