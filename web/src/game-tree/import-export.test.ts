import { describe, expect, it } from "vitest";
import { standardStart } from "../rules";
import { fileName, gameName } from "./import-export";
import { GameTree } from "./tree";

function named(info: GameTree["info"]): GameTree {
  return GameTree.from(standardStart(), info);
}

describe("a game's name", () => {
  it("is the players or the event", () => {
    expect(gameName(named({ black: "Hippolyta", white: "Antiope" }))).toBe("Hippolyta – Antiope");
    expect(gameName(named({ white: "Antiope", event: "Final" }))).toBe("? – Antiope");
    expect(gameName(named({ event: "Final" }))).toBe("Final");
    expect(gameName(named({}))).toBe("");
  });

  it("makes a valid file name", () => {
    expect(fileName(named({ black: 'a/b: "c"', white: "..\\d" }), "sgf")).toBe("a-b-c-d.sgf");
    expect(fileName(named({ black: "川の", white: "女戦士" }), "sgf")).toBe("川の-女戦士.sgf");
    expect(fileName(named({ event: "///" }), "ggf")).toBe("amazons.ggf");
    expect(fileName(named({ event: "x".repeat(500) }), "txt")).toHaveLength(64);
  });
});
