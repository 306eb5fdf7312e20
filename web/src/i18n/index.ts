// What the page says, in the language that was chosen.

import { NotationError } from "../rules";
import { settings } from "../shell/settings.svelte";
import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { en } from "./en";
import { endgameEn } from "./endgame.en";
import { endgameJa } from "./endgame.ja";
import { ja } from "./ja";

const messages = {
  en: { ...en, ...analysisEn, ...endgameEn },
  ja: { ...ja, ...analysisJa, ...endgameJa },
};

export type Key = keyof typeof messages.en;
export type Values = Record<string, string | number>;

/** A message, with every `{name}` in it replaced by that value. */
export function t(key: Key, values: Values = {}): string {
  const message: string = messages[settings.language][key];
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** What went wrong, as a sentence. */
export function say(error: unknown): string {
  if (error instanceof NotationError) return t(error.problem, error.values);
  return error instanceof Error ? error.message : String(error);
}
