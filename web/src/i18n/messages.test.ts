import { expect, it } from "vitest";
import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";
import { en } from "./en";
import { ja } from "./ja";
import { levelsJa } from "./levels.ja";

const placeholders = (message: string) => [...new Set(message.match(/\{\w+\}/g))].sort();

it("says the same things in both languages", () => {
  for (const [english, japanese] of [
    [en, ja],
    [analysisEn, analysisJa],
  ] as [Record<string, string>, Record<string, string>][]) {
    for (const [key, message] of Object.entries(english)) {
      expect(placeholders(japanese[key]), key).toEqual(placeholders(message));
    }
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
  }
  expect(levelsJa).toHaveLength(20);
});

it("does not say the same key twice", () => {
  expect(Object.keys(en).filter((key) => key in analysisEn)).toEqual([]);
});
