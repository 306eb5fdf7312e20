import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderMarkdown } from "./markdown-plugin";
import { PAPERS } from "./papers";

const render = (text: string) => renderMarkdown(text, (file) => `/${file}`);

it("links documents, embeds figures and marks the columns of the paper's results", () => {
  expect(render("[a](b-c.md) [d](../e.rs)")).toContain('<a href="#/lab/results/b-c">a</a> d');
  expect(render("![a](b.svg) ![c](../d.svg)")).toContain('<img src="/b.svg" alt="a" loading="lazy"> </p>');
  const table = render("| `x\\|y` | paper |\n|---|---|\n| 1 | 2 |");
  expect(table).toContain('<th><code>x|y</code></th><th class="paper-column">paper</th>');
  expect(table).toContain('<td>1</td><td class="paper-column">2</td>');
});

const resultsDir = new URL("../../../docs/results/", import.meta.url);
const files = readdirSync(resultsDir).filter((name) => name.endsWith(".md"));

it.each(files)("keeps all table rows of %s and links to existing documents only", (name) => {
  const text = readFileSync(new URL(name, resultsDir), "utf8");
  const html = render(text);
  // The delimiter row below a table header becomes `<thead>`.
  const tableLines = text.split("\n").filter((line) => line.startsWith("|"));
  expect(html.match(/<(tr|thead)>/g)?.length ?? 0).toBe(tableLines.length);
  for (const [, document] of html.matchAll(/#\/lab\/results\/([\w-]+)/g)) {
    expect(files).toContain(`${document}.md`);
  }
});

it("has a document for every paper", () => {
  for (const name of Object.values(PAPERS)) expect(files).toContain(`${name}.md`);
});
