// Items of the main navigation with their keyboard shortcuts.

import type { MessageKey } from "../i18n";
import { addresses, type Route } from "./router.svelte";

export interface NavItem {
  /** Views that belong to the item. */
  readonly views: readonly Route["view"][];
  readonly address: string;
  readonly label: MessageKey;
  /** Pressed after `g`. */
  readonly key: string;
  /** Whether it is in the bottom bar of phones; other items are in the menu. */
  readonly isMain: boolean;
}

export const NAV_ITEMS: readonly NavItem[] = [
  { views: ["new", "game"], address: addresses.new(), label: "nav.play", key: "p", isMain: true },
  { views: ["analysis"], address: addresses.analysis(), label: "nav.analysis", key: "a", isMain: true },
  { views: ["editor"], address: addresses.editor(), label: "nav.editor", key: "e", isMain: false },
  { views: ["learn"], address: addresses.learn(), label: "nav.learn", key: "l", isMain: true },
  { views: ["games"], address: addresses.games(), label: "nav.games", key: "g", isMain: true },
  { views: ["lab"], address: addresses.lab(), label: "nav.lab", key: "b", isMain: false },
  { views: ["engines"], address: addresses.engines(), label: "nav.engines", key: "n", isMain: false },
  { views: ["settings"], address: addresses.settings(), label: "nav.settings", key: "s", isMain: false },
];
