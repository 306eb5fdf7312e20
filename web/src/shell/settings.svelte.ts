// What a person chose for the page, kept in their browser.

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "ja";

interface Settings {
  theme: Theme;
  language: Language;
  sound: boolean;
}

const KEY = "thermodon.settings";

function browserLanguage(): Language {
  return globalThis.navigator?.language?.startsWith("ja") ? "ja" : "en";
}

function read(): Settings {
  const settings: Settings = { theme: "auto", language: browserLanguage(), sound: false };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return settings;
    const { theme, language, sound } = kept as Partial<Settings>;
    if (theme === "light" || theme === "dark") settings.theme = theme;
    if (language === "en" || language === "ja") settings.language = language;
    if (sound === true) settings.sound = true;
  } catch {
    // No storage, or not ours: the defaults hold.
  }
  return settings;
}

export const settings = $state(read());

export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The choice holds until the page is closed.
  }
}

/** Tells the document; to be called where it follows every change. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.lang = settings.language;
}
