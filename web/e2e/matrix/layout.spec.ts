// Layout: everything that matters is on the screen, and nothing covers it.

import type { Page } from "@playwright/test";
import { expectMoves, OWN_GAME, OWN_TEXT, paste } from "../analysis-helpers";
import { expect, test } from "../fixtures";

/** Boxes of all elements of a selector. */
const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility({ checkOpacity: true }))
      .map((one) => one.getBoundingClientRect().toJSON() as DOMRect)
      .filter(({ width }) => width > 1),
  );

/** Pixels by which the page is larger than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
  });

test("the whole board and the start button are on the screen", async ({ page, open, message, isMobile }) => {
  await open("#/");
  await expect(page.getByRole("button", { name: message("new.start") })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(isMobile ? { width: 844, height: 390 } : { width: 1280, height: 720 });
  const board = page.getByRole("grid", { name: message("board.name") });
  const start = page.getByRole("button", { name: message("new.start") });
  await expect(start).toBeInViewport({ ratio: 1 });
  await expect(board).toBeInViewport({ ratio: 1 });
  await start.click();
  await expect(page.getByText(message("play.your_turn"))).toBeVisible();
  await expect(board).toBeInViewport({ ratio: 1 });
  expect(await overflow(page)).toEqual([0, 0]);
  await open("#/analysis");
  await expect(board).toBeInViewport({ ratio: 1 });
  expect(await overflow(page)).toEqual([0, 0]);
});

test("toasts cover no control, keys are named where there are some, and moves have room", async ({
  page,
  open,
  message,
  isMobile,
}) => {
  if (!isMobile) await page.setViewportSize({ width: 1280, height: 720 });
  await open("#/analysis");
  await page.getByRole("tab", { name: message("tab.moves"), exact: true }).click();
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  const toast = page.getByRole("status").locator(".toast");
  await expect(async () => {
    // It disappears by itself.
    if (!(await toast.isVisible())) await paste(page, OWN_TEXT);
    await expect(toast).toBeVisible();
    const [shown] = await boxes(page, ".toast");
    expect(shown).toBeDefined();
    const controls = await boxes(page, "main :is(button, a, input, select, textarea, [role=slider])");
    const covered = controls.filter(
      (box) =>
        box.left < shown.right && box.right > shown.left && box.top < shown.bottom && box.bottom > shown.top,
    );
    expect(covered).toEqual([]);
  }).toPass();

  await expect(page.getByText("(Z)")).toHaveCount(isMobile ? 0 : 1);
  if (isMobile) return;
  const [list] = await boxes(page, ".list");
  const rows = await boxes(page, ".list .pair");
  expect(
    rows.filter(({ top, bottom }) => top >= list.top - 1 && bottom <= list.bottom + 1).length,
  ).toBeGreaterThanOrEqual(7);
  // The engine's header is one line.
  const [facts] = await boxes(page, ".engine .facts");
  expect(facts.height).toBeLessThan(24);
  // A click on the graph draws no focus frame, and the columns do not depend on the number of moves.
  await page.getByRole("slider", { name: message("graph.label") }).click();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("svg[role=slider]:focus")).toHaveCount(0);
  const [, first] = await boxes(page, ".list .pair > *");
  await paste(page, `6x6 moves ${OWN_GAME[0]}`);
  await expectMoves(page, OWN_GAME.slice(0, 1));
  const [number, only] = await boxes(page, ".list .pair > *");
  expect([only.left, only.width, number.top]).toEqual([first.left, first.width, only.top]);
});

test("thumbnails follow the theme", async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open("#/a=6x6");
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  const fill = () =>
    page.evaluate(() => getComputedStyle(document.querySelectorAll(".thumbnail rect")[1]).fill);
  await open("#/games");
  await expect(page.locator(".thumbnail").first()).toBeVisible();
  const dark = await fill();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await fill()).not.toBe(dark);
});
