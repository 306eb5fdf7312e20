import { expect, it } from "vitest";
import { levelsJa } from "./levels.ja";
import { messages, parts } from "./messages";

const placeholders = (message: string) => [...new Set(message.match(/\{\w+\}/g))].sort();

it("says the same things in both languages", () => {
  for (const [english, japanese] of parts as unknown as [Record<string, string>, Record<string, string>][]) {
    for (const [key, message] of Object.entries(english)) {
      expect(placeholders(japanese[key]), key).toEqual(placeholders(message));
    }
    expect(Object.keys(japanese).sort()).toEqual(Object.keys(english).sort());
  }
  expect(levelsJa).toHaveLength(20);
});

it("does not say the same key twice, and leaves no part out", () => {
  const keys = parts.flatMap(([english]) => Object.keys(english));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Object.keys(messages.en).sort()).toEqual(keys.sort());
});
