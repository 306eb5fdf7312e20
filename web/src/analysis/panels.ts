// What can be opened beside the game on the desk. Each is loaded when it is first wanted: a new one is a line here, its
// word `tab.…` in both languages, and a component that takes `PanelProps`.

import type { Component } from "svelte";
import type { GameTree, NodeId } from "../records/tree";
import type { AnalysisSession } from "./session.svelte";

export interface PanelProps {
  /** The desk: what is on the board, the game, the engine; what a panel draws goes to `session.drawing`. */
  readonly session: AnalysisSession;
  /** Puts another game on the desk, and looks at one of its nodes. */
  readonly onopen: (tree: GameTree, current?: NodeId) => void;
}

type Load = () => Promise<{ readonly default: Component<PanelProps> }>;

export const PANELS = {
  endgame: () => import("../endgame/EndgamePanel.svelte"),
  book: () => import("../book/BookPanel.svelte"),
} as const satisfies Record<string, Load>;

export type PanelName = keyof typeof PANELS;

export const PANEL_NAMES = Object.keys(PANELS) as PanelName[];

/** What is always there; narrow screens show one of them at a time, wide ones all below each other. */
export const PARTS = ["engine", "moves", "graph"] as const;

export type TabName = (typeof PARTS)[number] | PanelName;

export function isPanel(tab: TabName): tab is PanelName {
  return tab in PANELS;
}
