// What the endgame panel says, in Japanese.

import type { endgameEn } from "./endgame.en";

export const endgameJa: Record<keyof typeof endgameEn, string> = {
  "tab.endgame": "終盤",
};
