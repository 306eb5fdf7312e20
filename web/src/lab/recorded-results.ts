// Results recorded at the papers' scale: Markdown documents and figures, loaded on demand.

import { readMarkdown, type Block } from "./markdown";

/** Document of each paper; an experiment id starts with the paper. */
export const PAPER_DOCUMENTS: Readonly<Record<string, string>> = {
  game: "first-mover",
  evaluation: "prediction",
  subgames: "subgames",
  om: "opponent-models",
  td: "td",
  book: "book",
  kinds: "kinds",
};

const documents = import.meta.glob<string>("../../../docs/results/*.md", {
  query: "?raw",
  import: "default",
});
const figures = import.meta.glob<string>("../../../docs/results/*.svg", {
  query: "?url",
  import: "default",
});

const FOLDER = "../../../docs/results/";

/** The document of that name; null if there is none. */
export async function loadDocument(name: string): Promise<Block[] | null> {
  const load = documents[`${FOLDER}${name}.md`];
  return load ? readMarkdown(await load()) : null;
}

/** URL of a figure; null if there is none. */
export async function imageUrl(name: string): Promise<string | null> {
  const load = figures[`${FOLDER}${name}`];
  return load ? await load() : null;
}

/** Document name of a relative link; null for other links. */
export function linkedDocument(to: string): string | null {
  const name = /^([\w-]+)\.md$/.exec(to)?.[1] ?? null;
  return name !== null && `${FOLDER}${name}.md` in documents ? name : null;
}
