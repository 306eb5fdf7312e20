// What the page for learning says, in Japanese.

import type { learnEn } from "./learn.en";

export const learnJa: Record<keyof typeof learnEn, string> = {
  "nav.learn": "学ぶ",
};
