// Items of the main navigation with their keyboard shortcuts.

import type { MessageKey } from "../i18n";
import { addresses, type Route } from "./router.svelte";

export interface NavItem {
  /** Views for which the item is shown as current. */
  readonly views: readonly Route["view"][];
  readonly href: string;
  readonly label: MessageKey;
  /** Key of the shortcut, pressed after `g`. */
  readonly key: string;
  /** Whether the item is in the bottom bar on phones; secondary items are in the menu. */
  readonly isPrimary: boolean;
}

export const NAV_ITEMS: readonly NavItem[] = [
  { views: ["new", "game"], href: addresses.new(), label: "nav.play", key: "p", isPrimary: true },
  { views: ["analysis"], href: addresses.analysis(), label: "nav.analysis", key: "a", isPrimary: true },
  { views: ["editor"], href: addresses.editor(), label: "nav.editor", key: "e", isPrimary: false },
  { views: ["learn"], href: addresses.learn(), label: "nav.learn", key: "l", isPrimary: true },
  { views: ["games"], href: addresses.games(), label: "nav.games", key: "g", isPrimary: true },
  { views: ["lab"], href: addresses.lab(), label: "nav.lab", key: "b", isPrimary: false },
  { views: ["engines"], href: addresses.engines(), label: "nav.engines", key: "n", isPrimary: false },
  { views: ["settings"], href: addresses.settings(), label: "nav.settings", key: "s", isPrimary: false },
];
