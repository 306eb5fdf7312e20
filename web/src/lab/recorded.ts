// Results that were recorded at the papers' scale: documents and pictures, each loaded when it is wanted.

import { readMarkdown, type Block } from "./markdown";

/** The document of each paper's experiments; the first part of an experiment's name says the paper. */
export const PAPERS: Readonly<Record<string, string>> = {
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
const pictures = import.meta.glob<string>("../../../docs/results/*.svg", {
  query: "?url",
  import: "default",
});

const FOLDER = "../../../docs/results/";

/** The document of that name; null if there is none. */
export async function readDocument(name: string): Promise<Block[] | null> {
  const load = documents[`${FOLDER}${name}.md`];
  return load ? readMarkdown(await load()) : null;
}

/** The address of a picture; null if there is none. */
export async function pictureAddress(name: string): Promise<string | null> {
  const load = pictures[`${FOLDER}${name}`];
  return load ? await load() : null;
}

/** The document that a link between documents leads to; null if it leads elsewhere. */
export function linkedDocument(to: string): string | null {
  const name = /^([\w-]+)\.md$/.exec(to)?.[1] ?? null;
  return name !== null && `${FOLDER}${name}.md` in documents ? name : null;
}
