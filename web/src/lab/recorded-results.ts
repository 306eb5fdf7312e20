// Results recorded at the papers' scale.

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

const files = import.meta.glob<string>("../../../docs/results/*.md", { import: "default" });

/** Loads a document as HTML, by name. */
export const DOCUMENTS: Readonly<Partial<Record<string, () => Promise<string>>>> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ""), load]),
);
