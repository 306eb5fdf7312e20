import { describe, expect, it } from "vitest";
import { legalMoves, parseFen, parseMove, squaresOf, standardStartOf, winner } from "../rules";
import { boardSvg } from "./export-image";
import { Geometry } from "./geometry";
import { canMoveNow, moveTargets, select, undoSelection } from "./move-input";
import { diffPositions } from "./position-diff";

const start = standardStartOf({ width: 6, height: 6 })!;

describe("move input", () => {
  it("selects amazon, destination and arrow", () => {
    const chosen = select(start, {}, "b1");
    expect(chosen).toEqual({ kind: "advanced", partial: { from: "b1" } });
    const gone = select(start, { from: "b1" }, "b4");
    expect(gone).toEqual({ kind: "advanced", partial: { from: "b1", to: "b4" } });
    expect(select(start, { from: "b1", to: "b4" }, "b1")).toEqual({
      kind: "complete",
      move: { from: "b1", to: "b4", arrow: "b1" },
    });
  });

  it("offers every legal move and no other", () => {
    const position = parseFen("q*Q1/4/2*1/Q2q w");
    const offered = squaresOf(position.size).flatMap((from) => {
      const first = select(position, {}, from);
      if (first.kind !== "advanced") return [];
      return moveTargets(position, first.partial).flatMap((to) =>
        moveTargets(position, { from, to }).map((arrow) => `${from}${to}${arrow}`),
      );
    });
    const legal = legalMoves(position).map(({ from, to, arrow }) => `${from}${to}${arrow}`);
    expect(offered.sort()).toEqual(legal.sort());
  });

  it("can select another amazon, deselect and undo", () => {
    expect(select(start, { from: "b1" }, "e1")).toEqual({ kind: "advanced", partial: { from: "e1" } });
    expect(select(start, { from: "b1" }, "a5")).toEqual({ kind: "ignored", partial: {} });
    expect(select(start, { from: "b1" }, "b1")).toEqual({ kind: "reselected" });
    expect(select(start, { from: "b1", to: "b4" }, "b4")).toEqual({ kind: "reselected" });
    // A miss keeps the step.
    expect(select(start, { from: "b1", to: "b4" }, "a1")).toEqual({
      kind: "ignored",
      partial: { from: "b1", to: "b4" },
    });
    expect(undoSelection({ from: "b1", to: "b4" })).toEqual({ from: "b1" });
    expect(undoSelection({ from: "b1" })).toEqual({});
  });

  it("is restricted to the movable side and the side to move", () => {
    expect(canMoveNow(start, "white")).toBe(true);
    expect(canMoveNow(start, "black")).toBe(false);
    expect(canMoveNow(start, "both")).toBe(true);
    expect(canMoveNow(start, null)).toBe(false);
    expect(select(start, {}, "a5").kind).toBe("ignored");
    expect(select(parseFen("Q*/** w"), {}, "a2").kind).toBe("ignored");
  });
});

describe("position diff", () => {
  it("finds the move that was played or taken back", () => {
    let position = start;
    for (let index = 0; winner(position) === null; index++) {
      const moves = legalMoves(position);
      const move = moves[(index * 7919) % moves.length];
      const next = position.play(move);
      expect(diffPositions(position, next)).toEqual({ move, undone: false });
      expect(diffPositions(next, position)).toEqual({ move, undone: true });
      position = next;
    }
  });

  it("is null if no single move connects the positions", () => {
    const once = start.play(parseMove(start, "b1-b4/b1"));
    const twice = once.play(parseMove(once, "b6-b5/b6"));
    expect(diffPositions(start, twice)).toBeNull();
    expect(diffPositions(start, start)).toBeNull();
    expect(diffPositions(start, standardStartOf({ width: 5, height: 5 })!)).toBeNull();
    // A step that no queen makes.
    expect(diffPositions(start, start.play({ from: "b1", to: "d4", arrow: "a1" }))).toBeNull();
  });
});

describe("geometry", () => {
  it("maps every center to its square, flipped or not", () => {
    for (const flipped of [false, true]) {
      for (const size of [
        { width: 1, height: 1 },
        { width: 10, height: 3 },
      ]) {
        const geometry = new Geometry(size, flipped, true);
        for (const square of squaresOf(size)) expect(geometry.squareAt(geometry.center(square))).toBe(square);
      }
    }
  });

  it("finds neighbors in screen directions", () => {
    const size = { width: 3, height: 3 };
    const [upright, turned] = [new Geometry(size, false, true), new Geometry(size, true, true)];
    expect(upright.neighbor("a1", 1, 0)).toBe("b1");
    expect(upright.neighbor("a1", 0, -1)).toBe("a2");
    expect(upright.neighbor("a1", -1, 0)).toBe("a1");
    expect(turned.neighbor("b2", 1, 0)).toBe("a2");
    expect(turned.neighbor("b2", 0, -1)).toBe("b1");
    expect(upright.squareAt({ x: 1, y: 1 })).toBeNull();
  });
});

describe("images", () => {
  it("contain every piece and no external reference", () => {
    const svg = boardSvg(parseFen("Q*1/3/1*q b"), { lastMove: { from: "a1", to: "a3", arrow: "b3" } });
    expect(svg.match(/rotate\(/g)).toHaveLength(2);
    expect(svg.match(/#fffaf0/g)?.length).toBeGreaterThan(0);
    expect(svg).toContain("<title>Q*1/3/1*q b - - 2 2</title>");
    expect(svg).not.toMatch(/var\(|class=|href=/);
  });
});
