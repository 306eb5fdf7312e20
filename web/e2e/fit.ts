// What holds of every page: it can be used by all, and nothing of it is wider than the screen.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong: contrast, names, roles, order. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const found = await (window as unknown as { axe: { run: () => Promise<Found> } }).axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`),
    );
  });
}

/** Checks the page as it is now, in both brightnesses. */
export async function expectFit(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), `${colorScheme}: ${page.url()}`).toEqual([]);
  }
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
