// What a person chose for analysis, kept in their browser.

import { OVERLAYS, type OverlayName } from "./overlays";
import { PANEL_NAMES, PARTS, type TabName } from "./panels";

interface AnalysisSettings {
  /** Whether the engine thinks about what is on the board. */
  engine: boolean;
  /** Whether lines, arrows and heat are shown; the graph always is. */
  hints: boolean;
  arrows: boolean;
  heat: boolean;
  lines: number;
  /** Another engine that thinks in place of ours, by its number. */
  program: number | null;
  overlay: OverlayName | null;
  /** Whether an overlay shows its numbers. */
  numbers: boolean;
  /** How long a review thinks about each position. */
  reviewSeconds: number;
  /** What of the desk is open. */
  tab: TabName;
}

export const MOST_LINES = 8;

/** From a glance to a careful look, for a review. */
export const REVIEW_SECONDS = [0.1, 0.3, 1, 3] as const;

const KEY = "thermodon.analysis.settings";

function read(): AnalysisSettings {
  const settings: AnalysisSettings = {
    engine: true,
    hints: true,
    arrows: true,
    heat: false,
    lines: 3,
    program: null,
    overlay: null,
    numbers: false,
    reviewSeconds: 0.3,
    tab: "engine",
  };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<
      Record<keyof AnalysisSettings, unknown>
    >;
    for (const name of ["engine", "hints", "arrows", "heat", "numbers"] as const) {
      const value = kept[name];
      if (typeof value === "boolean") settings[name] = value;
    }
    const { lines, program, reviewSeconds } = kept;
    if (typeof program === "number") settings.program = program;
    if (typeof lines === "number" && lines >= 1 && lines <= MOST_LINES) settings.lines = Math.round(lines);
    settings.overlay = OVERLAYS.find((name) => name === kept.overlay) ?? null;
    settings.tab = [...PARTS, ...PANEL_NAMES].find((name) => name === kept.tab) ?? settings.tab;
    settings.reviewSeconds =
      REVIEW_SECONDS.find((seconds) => seconds === reviewSeconds) ?? settings.reviewSeconds;
  } catch {
    // No storage, or not ours: the defaults hold.
  }
  return settings;
}

export const settings = $state(read());

export function choose(change: Partial<AnalysisSettings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The choice holds until the page is closed.
  }
}
