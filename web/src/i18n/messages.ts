// All messages of the page in both languages. Plain data, so that browser tests can import it.

import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { bookEn } from "./book.en";
import { bookJa } from "./book.ja";
import { commonEn } from "./common.en";
import { commonJa } from "./common.ja";
import { endgameEn } from "./endgame.en";
import { endgameJa } from "./endgame.ja";
import { enginesEn } from "./engines.en";
import { enginesJa } from "./engines.ja";
import { labEn } from "./lab.en";
import { labJa } from "./lab.ja";
import { learnEn } from "./learn.en";
import { learnJa } from "./learn.ja";
import { settingsEn } from "./settings.en";
import { settingsJa } from "./settings.ja";

/** English and Japanese messages of each part of the page. Keys are unique across parts. */
export const namespaces = [
  [commonEn, commonJa],
  [analysisEn, analysisJa],
  [endgameEn, endgameJa],
  [bookEn, bookJa],
  [enginesEn, enginesJa],
  [labEn, labJa],
  [learnEn, learnJa],
  [settingsEn, settingsJa],
] as const;

type KeyOf<Namespace> = Namespace extends unknown ? keyof Namespace : never;

export type Language = "en" | "ja";
export type MessageKey = KeyOf<(typeof namespaces)[number][0]>;
export type MessageValues = Record<string, string | number>;

export const messages: Record<Language, Record<MessageKey, string>> = {
  en: Object.assign({}, ...namespaces.map(([english]) => english)),
  ja: Object.assign({}, ...namespaces.map(([, japanese]) => japanese)),
};

/** The message for `key`, with every `{name}` replaced by its value. */
export function message(language: Language, key: MessageKey, values: MessageValues = {}): string {
  return messages[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
