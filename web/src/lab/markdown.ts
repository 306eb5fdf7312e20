// Parser for the subset of Markdown used in `docs/results`. Unknown syntax stays text.

export type Inline =
  | { readonly kind: "text" | "code" | "strong" | "emphasis"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly content: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "image"; readonly text: string; readonly source: string }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, code, strong, emphasis, label, to] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (emphasis !== undefined) parts.push({ kind: "emphasis", text: emphasis });
    else parts.push({ kind: "link", text: label, to });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

/** The cells of a table row; `|` inside code does not separate. */
function cells(row: string): Inline[][] {
  const inside = row.trim().replace(/^\||\|$/g, "");
  const parts = inside.match(/(?:`[^`]*`|[^|`])+/g) ?? [];
  return parts.map((cell) => readInline(cell.trim()));
}

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let at = 0;
  /** Consumes lines while the predicate holds. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at])) at += 1;
    return lines.slice(from, at);
  };
  const begins = (line: string) => /^(#|```|- |\||!\[)/.test(line);
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    const image = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(line.trim());
    if (line.trim() === "") {
      at += 1;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1].length, content: readInline(heading[2]) });
      at += 1;
    } else if (image) {
      blocks.push({ kind: "image", text: image[1], source: image[2] });
      at += 1;
    } else if (line.startsWith("```")) {
      at += 1;
      const code = take((other) => !other.startsWith("```"));
      at += 1;
      blocks.push({ kind: "code", text: code.join("\n") });
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = take((other) => other.startsWith("|"));
      blocks.push({ kind: "table", head: cells(head), rows: rows.map(cells) });
    } else if (line.startsWith("- ")) {
      const items: string[] = [];
      for (const part of take((other) => other.startsWith("- ") || /^\s+\S/.test(other))) {
        if (part.startsWith("- ")) items.push(part.slice(2));
        else items[items.length - 1] += ` ${part.trim()}`;
      }
      blocks.push({ kind: "list", items: items.map(readInline) });
    } else {
      at += 1;
      const more = take((other) => other.trim() !== "" && !begins(other));
      blocks.push({ kind: "paragraph", content: readInline([line, ...more].join(" ")) });
    }
  }
  return blocks;
}
