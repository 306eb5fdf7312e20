import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readInline, readMarkdown } from "./markdown";
import { PAPER_DOCUMENTS } from "./recorded-results";

it("parses inline syntax", () => {
  expect(readInline("a `b*c*` **d** *e* [f](g.md) 2 * 3 * 4")).toEqual([
    { kind: "text", text: "a " },
    { kind: "code", text: "b*c*" },
    { kind: "text", text: " " },
    { kind: "strong", text: "d" },
    { kind: "text", text: " " },
    { kind: "emphasis", text: "e" },
    { kind: "text", text: " " },
    { kind: "link", text: "f", to: "g.md" },
    { kind: "text", text: " 2 * 3 * 4" },
  ]);
});

it("parses blocks", () => {
  const text =
    "# A\n\none\ntwo\n\n| x | y |\n|---|---|\n| `a|b` | 2 |\n\n- p\n  q\n- r\n\n```sh\nz\n\ny\n```\n![i](i.svg)";
  const blocks = readMarkdown(text);
  expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "table", "list", "code", "image"]);
  expect(blocks[1]).toEqual({ kind: "paragraph", content: [{ kind: "text", text: "one two" }] });
  expect(blocks[2]).toMatchObject({ rows: [[[{ kind: "code", text: "a|b" }], [{ text: "2" }]]] });
  expect(blocks[3]).toMatchObject({ items: [[{ text: "p q" }], [{ text: "r" }]] });
  expect(blocks[4]).toEqual({ kind: "code", text: "z\n\ny" });
});

const folder = new URL("../../../docs/results/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".md"));

it.each(files)("keeps all rows, images and words of %s", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const blocks = readMarkdown(text);
  const tables = blocks.filter((block) => block.kind === "table");
  const bars = text.split("\n").filter((line) => line.startsWith("|"));
  expect(tables.reduce((sum, { rows }) => sum + rows.length + 2, 0)).toBe(bars.length);
  for (const { head, rows } of tables) {
    for (const row of rows) expect(row.length).toBe(head.length);
  }
  const pictures = blocks.filter((block) => block.kind === "image").length;
  expect(pictures).toBe(text.match(/!\[/g)?.length ?? 0);
  const letters = (whole: string) => whole.replace(/[^\p{L}\p{N}]/gu, "").length;
  expect(letters(JSON.stringify(blocks))).toBeGreaterThan(0.8 * letters(text));
});

it("has a document for every paper", () => {
  for (const name of Object.values(PAPER_DOCUMENTS)) expect(files).toContain(`${name}.md`);
});
