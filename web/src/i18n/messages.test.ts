import { expect, it } from "vitest";
import { levelsJa } from "./levels.ja";
import { namespaces } from "./messages";

const placeholders = (message: string) => [...new Set(message.match(/\{\w+\}/g))].sort();

it("has the same keys and placeholders in both languages", () => {
  for (const [english, japanese] of namespaces as unknown as Record<string, string>[][]) {
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect(placeholders(japanese[key]), key).toEqual(placeholders(text));
    }
  }
  expect(levelsJa).toHaveLength(20);
});

it("defines every key once", () => {
  const keys = namespaces.flatMap(([english]) => Object.keys(english));
  expect(new Set(keys).size).toBe(keys.length);
});
