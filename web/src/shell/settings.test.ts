import { afterEach, expect, it, vi } from "vitest";
import { readSettings } from "./settings.svelte";

afterEach(() => vi.unstubAllGlobals());

const store = (settings: unknown) =>
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(settings), setItem() {} });

it("reads settings under their old names", () => {
  store({ theme: "dark", colours: "safe", language: "ja", spoken: true, described: true });
  expect(readSettings()).toEqual({
    theme: "dark",
    colors: "color-blind",
    language: "ja",
    sound: false,
    speech: true,
    boardDescription: true,
  });
});

it("replaces invalid values by defaults", () => {
  store({ theme: "x", colors: 7, language: "ja", sound: "yes" });
  expect(readSettings()).toMatchObject({ theme: "auto", colors: "default", sound: false });
  store("nonsense");
  expect(readSettings().theme).toBe("auto");
});
