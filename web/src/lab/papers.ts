// Experiments by the paper that they are of.

import type { Experiment } from "../api/types";
import type { Language } from "../i18n/messages";
import { PAPERS } from "./recorded";
import { titlesJa } from "./titles.ja";

/** The papers in the order in which they are shown. */
export const PAPER_NAMES = ["game", "evaluation", "subgames", "om", "td", "book", "kinds"] as const;

export interface Paper {
  readonly paper: (typeof PAPER_NAMES)[number];
  /** Where its results are recorded. */
  readonly document: string;
  readonly experiments: readonly Experiment[];
}

/** What an experiment is called, and the language that this is in. */
export function titleOf({ id, title }: Experiment, language: Language): { text: string; lang: Language } {
  const japanese = language === "ja" ? titlesJa[id] : undefined;
  return japanese === undefined ? { text: title, lang: "en" } : { text: japanese, lang: "ja" };
}

export function byPaper(experiments: readonly Experiment[]): Paper[] {
  const all = PAPER_NAMES.map((paper) => ({
    paper,
    document: PAPERS[paper],
    experiments: experiments.filter(({ id }) => id.split("/")[0] === paper),
  }));
  return all.filter(({ experiments: some }) => some.length > 0);
}
