// Panels of the analysis page, loaded on first use. A new panel needs a line here, messages `tab.…`
// and a component that takes `PanelProps`.

import type { Component } from "svelte";
import type { GameTree, NodeId } from "../game-tree/tree";
import type { AnalysisSession } from "./analysis-session.svelte";

export interface PanelProps {
  /** A panel draws on the board through `session.annotations`. */
  readonly session: AnalysisSession;
  /** Opens another game at one of its nodes. */
  readonly onopen: (tree: GameTree, current?: NodeId) => void;
}

type Load = () => Promise<{ readonly default: Component<PanelProps> }>;

export const PANELS = {
  endgame: () => import("../endgame/EndgamePanel.svelte"),
  book: () => import("../book/BookPanel.svelte"),
} as const satisfies Record<string, Load>;

export type PanelName = keyof typeof PANELS;

export const PANEL_NAMES = Object.keys(PANELS) as PanelName[];

/** Always present: tabs on narrow screens, below each other on wide ones. */
export const CORE_PANELS = ["engine", "moves", "graph"] as const;

export type TabName = (typeof CORE_PANELS)[number] | PanelName;

export function isPanel(tab: TabName): tab is PanelName {
  return tab in PANELS;
}
