// What the endgame panel says.

export const endgameEn = {
  "tab.endgame": "Endgame",
} as const;
