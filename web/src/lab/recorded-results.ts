// Results recorded at the papers' scale.

const files = import.meta.glob<string>("../../../docs/results/*.md", { import: "default" });

/** Loads a document as HTML, by name. */
export const DOCUMENTS: Readonly<Partial<Record<string, () => Promise<string>>>> = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ""), load]),
);
