import { describe, expect, it } from "vitest";
import { moveText, parseMove, standardStart } from "../rules";
import { Notebook } from "./notebook.svelte";
import { GameTree, ROOT } from "./tree";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

function opened(): Notebook {
  return new Notebook(GameTree.fromMoves(standardStart(), GAME));
}

function play(notebook: Notebook, move: string): void {
  notebook.play(parseMove(notebook.node.position, move));
}

describe("a notebook", () => {
  it("walks along the line and stops at its ends", () => {
    const notebook = opened();
    notebook.step(1);
    expect(notebook.node.move && moveText(notebook.node.move)).toBe(GAME[0]);
    notebook.step(10);
    expect(notebook.node.ply).toBe(3);
    notebook.step(-2);
    expect(notebook.node.ply).toBe(1);
    notebook.toStart();
    notebook.step(-1);
    expect(notebook.current).toBe(ROOT);
    notebook.toEnd();
    expect(notebook.node.ply).toBe(3);
  });

  it("stays on a variation, and steps beside it", () => {
    const notebook = opened();
    notebook.step(1);
    play(notebook, "j7-j8/a8");
    play(notebook, "g1-g2/a2");
    notebook.step(-1);
    notebook.step(1);
    expect(notebook.node.move && moveText(notebook.node.move)).toBe("g1-g2/a2");
    notebook.step(-1);
    notebook.sidestep(1);
    expect(notebook.node.move && moveText(notebook.node.move)).toBe("j7-j8/a8");
    notebook.sidestep(-1);
    expect(notebook.node.move && moveText(notebook.node.move)).toBe(GAME[1]);
  });

  it("takes back and does again every edit", () => {
    const notebook = opened();
    const before = notebook.tree;
    play(notebook, "g1-g6/d9");
    notebook.toggleGlyph(notebook.current, "!");
    notebook.promote(notebook.current);
    const after = notebook.tree;
    for (let count = 0; count < 3; count += 1) notebook.undo();
    expect(notebook.tree).toBe(before);
    expect(notebook.canUndo).toBe(false);
    notebook.undo();
    for (let count = 0; count < 3; count += 1) notebook.redo();
    expect(notebook.tree).toBe(after);
    expect(notebook.canRedo).toBe(false);
    notebook.undo();
    play(notebook, "a7-a8/a7");
    expect(notebook.canRedo).toBe(false);
  });

  it("takes back a comment as a whole, but two comments one by one", () => {
    const notebook = opened();
    for (const text of ["A", "Ab", "Abc"]) notebook.comment(ROOT, text);
    notebook.step(1);
    notebook.comment(notebook.current, "Other");
    notebook.undo();
    expect(notebook.tree.node(ROOT).comment).toBe("Abc");
    notebook.undo();
    expect(notebook.tree.node(ROOT).comment).toBe("");
  });

  it("keeps looking at something that is there", () => {
    const notebook = opened();
    notebook.step(1);
    const first = notebook.current;
    notebook.toEnd();
    notebook.remove(first);
    expect(notebook.current).toBe(ROOT);
    notebook.undo();
    expect(notebook.node.ply).toBe(3);
    notebook.go(999);
    expect(notebook.node.ply).toBe(3);
  });

  it("counts going to a known move as no edit", () => {
    const notebook = opened();
    play(notebook, GAME[0]);
    expect(notebook.canUndo).toBe(false);
    expect(notebook.node.ply).toBe(1);
  });
});
