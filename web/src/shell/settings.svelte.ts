// What a person chose for the page, kept in their browser.

export const THEMES = ["auto", "light", "dark"] as const;
export const COLOURS = ["river", "safe"] as const;
export const LANGUAGES = ["en", "ja"] as const;

export type Theme = (typeof THEMES)[number];
export type Colours = (typeof COLOURS)[number];
export type Language = (typeof LANGUAGES)[number];

interface Settings {
  theme: Theme;
  colours: Colours;
  language: Language;
  /** Whether moves make a sound. */
  sound: boolean;
  /** Whether moves and results are said aloud. */
  spoken: boolean;
  /** Whether every board is also there in words. */
  described: boolean;
}

const KEY = "thermodon.settings";

function browserLanguage(): Language {
  return globalThis.navigator?.language?.startsWith("ja") ? "ja" : "en";
}

function read(): Settings {
  const settings: Settings = {
    theme: "auto",
    colours: "river",
    language: browserLanguage(),
    sound: false,
    spoken: false,
    described: false,
  };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return settings;
    const given = kept as Partial<Record<keyof Settings, unknown>>;
    settings.theme = THEMES.find((theme) => theme === given.theme) ?? settings.theme;
    settings.colours = COLOURS.find((colours) => colours === given.colours) ?? settings.colours;
    settings.language = LANGUAGES.find((language) => language === given.language) ?? settings.language;
    for (const name of ["sound", "spoken", "described"] as const) settings[name] = given[name] === true;
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
  if (settings.colours === "river") delete root.dataset.colours;
  else root.dataset.colours = settings.colours;
  root.lang = settings.language;
}
