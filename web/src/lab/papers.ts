// Experiments grouped by paper.

import type { Experiment } from "../api/types";
import type { Language } from "../i18n/messages";
import { experimentsJa } from "./experiments.ja";

/**
 * Papers in display order with the document of their recorded results. An experiment id starts with
 * the paper.
 */
export const PAPERS = {
  game: "first-mover",
  evaluation: "prediction",
  subgames: "subgames",
  om: "opponent-models",
  td: "td",
  book: "book",
  kinds: "kinds",
} as const;

type PaperName = keyof typeof PAPERS;

export const PAPER_NAMES = Object.keys(PAPERS) as PaperName[];

export function paperOf(experiment: Experiment): PaperName {
  return experiment.id.split("/")[0] as PaperName;
}

/** Title and description in a language, English if there is no translation. */
export function experimentText(
  { id, title, shows }: Experiment,
  language: Language,
): { title: string; shows: string; lang: Language } {
  const japanese = language === "ja" ? experimentsJa[id] : undefined;
  return japanese === undefined ? { title, shows, lang: "en" } : { ...japanese, lang: "ja" };
}
