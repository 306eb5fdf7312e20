import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { errorsEn } from "./errors.en";
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

interface Schema {
  readonly properties?: Record<string, { readonly enum?: readonly string[] }>;
}

it("has texts for every error code of the server, with its parameters", async () => {
  const api = JSON.parse(await readFile(new URL("../../openapi.json", import.meta.url), "utf8"));
  const reasons = api.components.schemas.ErrorReason.oneOf as Schema[];
  const codes = reasons.map(({ properties = {} }) => `server.${properties.code.enum?.[0]}`);
  expect(codes.length).toBeGreaterThan(30);
  expect(Object.keys(errorsEn).sort()).toEqual([...codes].sort());
  for (const [index, { properties = {} }] of reasons.entries()) {
    const parameters = Object.keys(properties).map((name) => `{${name}}`);
    const text = (errorsEn as Record<string, string>)[codes[index]];
    for (const placeholder of placeholders(text)) expect(parameters, codes[index]).toContain(placeholder);
  }
});

it("defines every key once", () => {
  const keys = namespaces.flatMap(([english]) => Object.keys(english));
  expect(new Set(keys).size).toBe(keys.length);
});
