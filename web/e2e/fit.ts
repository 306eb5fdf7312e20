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
  await expectTouchable(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), `${colorScheme}: ${page.url()}`).toEqual([]);
  }
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** A finger needs some room. Links and moves within a text are as high as its words. */
const LEAST_PX = 40;

/** Checks that all that can be pressed on a touch screen is large enough. */
export async function expectTouchable(page: Page): Promise<void> {
  const isTouch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  if (!isTouch) return;
  const small = await page
    .locator(
      "a, button, summary, select, input:not([type=range], [type=radio], [type=checkbox], .out-of-sight), label:has(input)",
    )
    .evaluateAll(
      (elements, least) =>
        elements.flatMap((element) => {
          const { width, height } = element.getBoundingClientRect();
          const isSeen = element.checkVisibility({ checkOpacity: true }) && width > 0;
          const isInText = element.matches("p a, .move, .comment, label:has([type=range])");
          if (!isSeen || isInText || (width >= least && height >= least)) return [];
          return [`${Math.round(width)}×${Math.round(height)}: ${element.outerHTML.slice(0, 100)}`];
        }),
      LEAST_PX - 0.5,
    );
  expect(small, page.url()).toEqual([]);
}
