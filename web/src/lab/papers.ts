// Experiments grouped by paper.

import type { Experiment } from "../api/types";
import type { Language } from "../i18n/messages";
import { experimentsJa } from "./experiments.ja";
import { PAPER_DOCUMENTS } from "./recorded-results";

/** In display order. */
const PAPER_NAMES = ["game", "evaluation", "subgames", "om", "td", "book", "kinds"] as const;

export interface Paper {
  readonly paper: (typeof PAPER_NAMES)[number];
  /** Name of the document with recorded results. */
  readonly document: string;
  readonly experiments: readonly Experiment[];
}

/** Title and description in a language, English if there is no translation. */
export function experimentText(
  { id, title, shows }: Experiment,
  language: Language,
): { title: string; shows: string; lang: Language } {
  const japanese = language === "ja" ? experimentsJa[id] : undefined;
  return japanese === undefined ? { title, shows, lang: "en" } : { ...japanese, lang: "ja" };
}

export function groupByPaper(experiments: readonly Experiment[]): Paper[] {
  const all = PAPER_NAMES.map((paper) => ({
    paper,
    document: PAPER_DOCUMENTS[paper],
    experiments: experiments.filter(({ id }) => id.split("/")[0] === paper),
  }));
  return all.filter(({ experiments: some }) => some.length > 0);
}
