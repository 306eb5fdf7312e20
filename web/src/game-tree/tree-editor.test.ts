import { describe, expect, it } from "vitest";
import { moveText, parseMove, standardStart } from "../rules";
import { GameTree, ROOT } from "./tree";
import { TreeEditor } from "./tree-editor.svelte";

const GAME = ["d1-d7/g7", "a7-b7/b2", "g1-g6/d9"];

function opened(): TreeEditor {
  return new TreeEditor(GameTree.fromMoves(standardStart(), GAME));
}

function play(editor: TreeEditor, move: string): void {
  editor.play(parseMove(editor.node.position, move));
}

describe("a tree editor", () => {
  it("steps along the line and stops at its ends", () => {
    const editor = opened();
    editor.step(1);
    expect(editor.node.move && moveText(editor.node.move)).toBe(GAME[0]);
    editor.step(10);
    expect(editor.node.ply).toBe(3);
    editor.step(-2);
    expect(editor.node.ply).toBe(1);
    editor.goToStart();
    editor.step(-1);
    expect(editor.current).toBe(ROOT);
    editor.goToEnd();
    expect(editor.node.ply).toBe(3);
  });

  it("stays on a variation and goes to siblings", () => {
    const editor = opened();
    editor.step(1);
    play(editor, "j7-j8/a8");
    play(editor, "g1-g2/a2");
    editor.step(-1);
    editor.step(1);
    expect(editor.node.move && moveText(editor.node.move)).toBe("g1-g2/a2");
    editor.step(-1);
    editor.goToSibling(1);
    expect(editor.node.move && moveText(editor.node.move)).toBe("j7-j8/a8");
    editor.goToSibling(-1);
    expect(editor.node.move && moveText(editor.node.move)).toBe(GAME[1]);
  });

  it("undoes and redoes every edit", () => {
    const editor = opened();
    const before = editor.tree;
    play(editor, "g1-g6/d9");
    editor.toggleGlyph(editor.current, "!");
    editor.promote(editor.current);
    const after = editor.tree;
    for (let count = 0; count < 3; count += 1) editor.undo();
    expect(editor.tree).toBe(before);
    expect(editor.canUndo).toBe(false);
    editor.undo();
    for (let count = 0; count < 3; count += 1) editor.redo();
    expect(editor.tree).toBe(after);
    expect(editor.canRedo).toBe(false);
    editor.undo();
    play(editor, "a7-a8/a7");
    expect(editor.canRedo).toBe(false);
  });

  it("undoes a typed comment as a whole", () => {
    const editor = opened();
    for (const text of ["A", "Ab", "Abc"]) editor.comment(ROOT, text);
    editor.step(1);
    editor.comment(editor.current, "Other");
    editor.undo();
    expect(editor.tree.node(ROOT).comment).toBe("Abc");
    editor.undo();
    expect(editor.tree.node(ROOT).comment).toBe("");
  });

  it("leaves a removed node", () => {
    const editor = opened();
    editor.step(1);
    const first = editor.current;
    editor.goToEnd();
    editor.remove(first);
    expect(editor.current).toBe(ROOT);
    editor.undo();
    expect(editor.node.ply).toBe(3);
    editor.go(999);
    expect(editor.node.ply).toBe(3);
  });

  it("does not record navigation as an edit", () => {
    const editor = opened();
    play(editor, GAME[0]);
    expect(editor.canUndo).toBe(false);
    expect(editor.node.ply).toBe(1);
  });
});
