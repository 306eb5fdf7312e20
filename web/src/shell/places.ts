// The places of the page: what the header leads to, and the keys that lead there.

import type { Key } from "../i18n";
import { addresses, type Route } from "./router.svelte";

export interface Place {
  /** The views that belong to it. */
  readonly views: readonly Route["view"][];
  readonly address: string;
  readonly label: Key;
  /** Pressed after `g`. */
  readonly key: string;
  /** Whether it has a place below every page on a phone; the others are in the menu there. */
  readonly isMain: boolean;
}

export const PLACES: readonly Place[] = [
  { views: ["new", "game"], address: addresses.new(), label: "nav.play", key: "p", isMain: true },
  { views: ["analysis"], address: addresses.analysis(), label: "nav.analysis", key: "a", isMain: true },
  { views: ["editor"], address: addresses.editor(), label: "nav.editor", key: "e", isMain: false },
  { views: ["learn"], address: addresses.learn(), label: "nav.learn", key: "l", isMain: true },
  { views: ["games"], address: addresses.games(), label: "nav.games", key: "g", isMain: true },
  { views: ["lab"], address: addresses.lab(), label: "nav.lab", key: "b", isMain: false },
  { views: ["engines"], address: addresses.engines(), label: "nav.engines", key: "n", isMain: false },
  { views: ["settings"], address: addresses.settings(), label: "nav.settings", key: "s", isMain: false },
];
