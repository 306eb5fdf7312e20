import { expect, it } from "vitest";
import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { en } from "./en";
import { endgameEn } from "./endgame.en";
import { endgameJa } from "./endgame.ja";
import { ja } from "./ja";
import { levelsJa } from "./levels.ja";

const placeholders = (message: string) => [...new Set(message.match(/\{\w+\}/g))].sort();

/** All files of words, each in both languages. */
const files: [Record<string, string>, Record<string, string>][] = [
  [en, ja],
  [analysisEn, analysisJa],
  [endgameEn, endgameJa],
];

it("says the same things in both languages", () => {
  for (const [english, japanese] of files) {
    for (const [key, message] of Object.entries(english)) {
      expect(placeholders(japanese[key]), key).toEqual(placeholders(message));
    }
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
  }
  expect(levelsJa).toHaveLength(20);
});

it("does not say the same key twice", () => {
  const keys = files.flatMap(([english]) => Object.keys(english));
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});
