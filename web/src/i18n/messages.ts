// All messages of the page in both languages. Plain data, so that browser tests can import it.

import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { commonEn } from "./common.en";
import { commonJa } from "./common.ja";
import { errorsEn } from "./errors.en";
import { errorsJa } from "./errors.ja";
import { pagesEn } from "./pages.en";
import { pagesJa } from "./pages.ja";

/** English and Japanese messages of each part of the page. Keys are unique across parts. */
export const namespaces = [
  [commonEn, commonJa],
  [analysisEn, analysisJa],
  [pagesEn, pagesJa],
  [errorsEn, errorsJa],
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
