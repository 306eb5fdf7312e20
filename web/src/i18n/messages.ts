// All words of the page, in every language. Plain data, so that tests in a browser can look for them too.

import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { bookEn } from "./book.en";
import { bookJa } from "./book.ja";
import { en } from "./en";
import { endgameEn } from "./endgame.en";
import { endgameJa } from "./endgame.ja";
import { enginesEn } from "./engines.en";
import { enginesJa } from "./engines.ja";
import { ja } from "./ja";
import { labEn } from "./lab.en";
import { labJa } from "./lab.ja";
import { learnEn } from "./learn.en";
import { learnJa } from "./learn.ja";
import { peopleEn } from "./people.en";
import { peopleJa } from "./people.ja";

/** Each part of the page with its words in both languages; no two parts say the same key. */
export const parts = [
  [en, ja],
  [analysisEn, analysisJa],
  [endgameEn, endgameJa],
  [bookEn, bookJa],
  [enginesEn, enginesJa],
  [labEn, labJa],
  [learnEn, learnJa],
  [peopleEn, peopleJa],
] as const;

export const messages = {
  en: {
    ...en,
    ...analysisEn,
    ...endgameEn,
    ...bookEn,
    ...enginesEn,
    ...labEn,
    ...learnEn,
    ...peopleEn,
  },
  ja: {
    ...ja,
    ...analysisJa,
    ...endgameJa,
    ...bookJa,
    ...enginesJa,
    ...labJa,
    ...learnJa,
    ...peopleJa,
  },
};

export type Language = keyof typeof messages;
export type Key = keyof typeof messages.en;
export type Values = Record<string, string | number>;

/** A message in a language, with every `{name}` in it replaced by that value. */
export function message(language: Language, key: Key, values: Values = {}): string {
  const text: string = messages[language][key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
