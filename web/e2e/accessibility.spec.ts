import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { gameOf } from "./hand";
import { expect, test } from "./server";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong: contrast, names, roles, order. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const found = await (window as unknown as { axe: { run: () => Promise<Found> } }).axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`),
    );
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const address of ["#/", "#/editor", "#/games", "#/analysis"]) {
      test(`${address} can be used by all`, async ({ page, open }) => {
        await open(address);
        await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
        expect(await violations(page)).toEqual([]);
      });
    }

    test("a game can be used by all", async ({ page, open }) => {
      await open();
      await page.getByRole("button", { name: "Start" }).click();
      await gameOf(page);
      await expect(page.getByText("Your turn.")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  });
}
