// Checks for every page: accessibility, touch targets, width.

import { expect, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Accessibility violations found by axe. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  return page.evaluate(async () => {
    type Found = { violations: { id: string; nodes: { html: string }[] }[] };
    const found = await (window as unknown as { axe: { run: () => Promise<Found> } }).axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`),
    );
  });
}

/** Checks the current page in the color scheme of the project. */
export async function checkPage(page: Page): Promise<void> {
  await checkTouchTargets(page);
  expect(await violations(page), page.url()).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/** Minimum size of touch targets, except links and moves within text. */
const MIN_TOUCH_PX = 40;

/** Checks the size of all touch targets on touch screens. */
export async function checkTouchTargets(page: Page): Promise<void> {
  const isTouch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  if (!isTouch) return;
  const small = await page
    .locator(
      "a, button, summary, select, input:not([type=range], [type=radio], [type=checkbox], .visually-hidden), label:has(input)",
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
      MIN_TOUCH_PX - 0.5,
    );
  expect(small, page.url()).toEqual([]);
}
