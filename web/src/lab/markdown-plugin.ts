// Vite plugin: imports Markdown as HTML that is rendered when the page is built. Figures beside the
// document become assets, and links between documents addresses of the lab; other links are text.

import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";

/** `figureUrl` is called with the file names of figures. */
export function renderMarkdown(text: string, figureUrl: (file: string) => string): string {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const document = /^([\w-]+)\.md$/.exec(href)?.[1];
        return document ? `<a href="#/lab/results/${document}">${content}</a>` : content;
      },
      image({ href, text }) {
        return /^[\w-]+\.svg$/.test(href)
          ? `<img src="${figureUrl(href)}" alt="${text}" loading="lazy">`
          : "";
      },
      /** The paper's columns are shaded, and wide tables scroll. */
      table({ header, rows }) {
        const isPaper = header.map((cell) => cell.text.startsWith("paper"));
        const row = (cells: readonly Tokens.TableCell[], tag: string) => {
          const content = cells.map((cell, column) => {
            const attribute = isPaper[column] ? ' class="paper-column"' : "";
            return `<${tag}${attribute}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
          });
          return `<tr>${content.join("")}</tr>`;
        };
        const body = rows.map((cells) => row(cells, "td")).join("");
        const table = `<table class="numbers"><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table>`;
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${table}</div>`;
      },
    },
  });
  return marked.parse(text, { async: false }).replaceAll("<pre>", '<pre tabindex="0">');
}

export function markdown(): Plugin {
  return {
    name: "markdown",
    transform(text, id) {
      if (!id.endsWith(".md")) return;
      const figures: string[] = [];
      const html = renderMarkdown(text, (file) => `@figure${figures.push(file) - 1}@`);
      const imports = figures.map((file, index) => `import figure${index} from "./${file}?url";\n`);
      const literal = JSON.stringify(html).replaceAll(/@(figure\d+)@/g, '" + $1 + "');
      return { code: `${imports.join("")}export default ${literal};`, map: null, moduleType: "js" };
    },
  };
}
