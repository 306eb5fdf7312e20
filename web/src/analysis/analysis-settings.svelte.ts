// Settings of the analysis page, saved in the browser.

import { externalEngines } from "../engines/external-engines.svelte";
import { readStoredObject, writeStorage } from "../shell/storage";
import { OVERLAYS, type OverlayName } from "./overlays";
import { CORE_PANELS, PANEL_NAMES, type TabName } from "./panels";

interface AnalysisSettings {
  /** Whether live analysis runs. */
  engine: boolean;
  /** Whether lines, arrows and heatmap are shown; the graph always is. */
  hints: boolean;
  arrows: boolean;
  heat: boolean;
  /** Number of lines. */
  lines: number;
  /** Id of an external engine that analyzes; null for Thermodon. */
  program: number | null;
  overlay: OverlayName | null;
  /** Whether the overlay shows numbers. */
  numbers: boolean;
  /** Time per move of a review. */
  reviewSeconds: number;
  /** The open tab. */
  tab: TabName;
}

export const MAX_LINES = 8;

export const REVIEW_SECONDS = [0.1, 0.3, 1, 3] as const;

const KEY = "thermodon.analysis.settings";

function readSettings(): AnalysisSettings {
  const stored = readStoredObject(KEY);
  const flag = (name: keyof AnalysisSettings, fallback: boolean) => {
    const value = stored[name];
    return typeof value === "boolean" ? value : fallback;
  };
  const { lines, program } = stored;
  const isCount = typeof lines === "number" && lines >= 1 && lines <= MAX_LINES;
  return {
    engine: flag("engine", true),
    hints: flag("hints", true),
    arrows: flag("arrows", true),
    heat: flag("heat", false),
    lines: isCount ? Math.round(lines) : 3,
    program: typeof program === "number" ? program : null,
    overlay: OVERLAYS.find((name) => name === stored.overlay) ?? null,
    numbers: flag("numbers", false),
    reviewSeconds: REVIEW_SECONDS.find((seconds) => seconds === stored.reviewSeconds) ?? 0.3,
    tab: [...CORE_PANELS, ...PANEL_NAMES].find((name) => name === stored.tab) ?? "engine",
  };
}

export const analysisSettings = $state(readSettings());

export function updateAnalysisSettings(change: Partial<AnalysisSettings>): void {
  Object.assign(analysisSettings, change);
  writeStorage(KEY, analysisSettings);
}

/** Id of the selected external engine; null for Thermodon or if the engine was removed. */
export function selectedEngine(): number | null {
  const { program } = analysisSettings;
  return externalEngines.list?.some(({ id }) => id === program) ? program : null;
}
