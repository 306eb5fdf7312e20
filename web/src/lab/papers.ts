// Experiments by the paper that they are of.

import type { Experiment } from "../api/types";
import type { Language } from "../i18n/messages";
import { experimentsJa } from "./experiments.ja";
import { PAPERS } from "./recorded";

/** The papers in the order in which they are shown. */
export const PAPER_NAMES = ["game", "evaluation", "subgames", "om", "td", "book", "kinds"] as const;

export interface Paper {
  readonly paper: (typeof PAPER_NAMES)[number];
  /** Where its results are recorded. */
  readonly document: string;
  readonly experiments: readonly Experiment[];
}

/** What an experiment is called and shows, and the language that this is in. */
export function wordsOf(
  { id, title, shows }: Experiment,
  language: Language,
): { title: string; shows: string; lang: Language } {
  const japanese = language === "ja" ? experimentsJa[id] : undefined;
  return japanese === undefined ? { title, shows, lang: "en" } : { ...japanese, lang: "ja" };
}

export function byPaper(experiments: readonly Experiment[]): Paper[] {
  const all = PAPER_NAMES.map((paper) => ({
    paper,
    document: PAPERS[paper],
    experiments: experiments.filter(({ id }) => id.split("/")[0] === paper),
  }));
  return all.filter(({ experiments: some }) => some.length > 0);
}
