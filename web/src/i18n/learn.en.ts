// What the page for learning says.

export const learnEn = {
  "nav.learn": "Learn",
} as const;
