// Settings of the page, saved in the browser.

import type { Language } from "../i18n/messages";
import { readStoredObject, writeStorage } from "./storage";

export const THEMES = ["auto", "light", "dark"] as const;
export const COLORS = ["default", "color-blind"] as const;
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["ja", "日本語"],
];

export type Theme = (typeof THEMES)[number];
export type Colors = (typeof COLORS)[number];

interface Settings {
  theme: Theme;
  colors: Colors;
  language: Language;
  /** Play a sound for every move. */
  sound: boolean;
  /** Read moves and results aloud. */
  speech: boolean;
  /** Describe the position below every board. */
  boardDescription: boolean;
}

const KEY = "thermodon.settings";

function browserLanguage(): Language {
  return globalThis.navigator?.language?.startsWith("ja") ? "ja" : "en";
}

/** Stored settings, completed by defaults. Older names of the fields are read too. */
export function readSettings(): Settings {
  const stored = readStoredObject(KEY);
  const colors = stored.colours === "safe" ? "color-blind" : stored.colors;
  return {
    theme: THEMES.find((theme) => theme === stored.theme) ?? "auto",
    colors: COLORS.find((name) => name === colors) ?? "default",
    language: LANGUAGES.find(([language]) => language === stored.language)?.[0] ?? browserLanguage(),
    sound: stored.sound === true,
    speech: (stored.speech ?? stored.spoken) === true,
    boardDescription: (stored.boardDescription ?? stored.described) === true,
  };
}

export const settings = $state(readSettings());

export function updateSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  writeStorage(KEY, settings);
}

/** Applies the settings to the document; call it in an effect. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.colors === "default") delete root.dataset.colors;
  else root.dataset.colors = settings.colors;
  root.lang = settings.language;
}
