import { paste, overlayColors } from "./analysis-helpers";
import { expectPosition } from "./board-input";
import { expect, test } from "./fixtures";

/** A closed region of each side, one without amazons, and a contested one. */
const FEN = "q*4/**1q2/3***/6/Q2*1*/*1**1Q b";

const OVERLAYS = ["Queen distance", "King distance", "Ownership", "Mobility", "Regions"];

test("overlays differ", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, FEN);
  await expectPosition(page, FEN);
  await page.keyboard.press("l");
  expect(await overlayColors(page)).toEqual({});

  const pictures: string[] = [];
  for (const name of OVERLAYS) {
    await page.getByRole("button", { name }).click();
    await expect.poll(async () => Object.keys(await overlayColors(page)).length, name).toBeGreaterThan(0);
    pictures.push(JSON.stringify(await overlayColors(page)));
    await expect(page.locator("[data-label]")).toHaveCount(0);
    await page.keyboard.press("v");
    await expect(page.locator("[data-label]").first(), name).toBeAttached();
    await page.keyboard.press("v");
  }
  expect(new Set(pictures).size).toBe(OVERLAYS.length);

  // A second click hides it.
  await page.getByRole("button", { name: "Regions" }).click();
  expect(await overlayColors(page)).toEqual({});
});

test("overlay numbers are correct", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, FEN);
  await expectPosition(page, FEN);
  await page.keyboard.press("l");
  await page.keyboard.press("v");
  const label = (square: string) => page.locator(`[data-label="${square}"]`);

  // The amazon on a6 is trapped; the one on d5 is not.
  await page.getByRole("button", { name: "Mobility" }).click();
  await expect(label("a6")).toHaveText("0");
  await expect(label("d5")).not.toHaveText("0");
  const trapped = (await overlayColors(page)).a6;
  expect((await overlayColors(page)).d5).not.toBe(trapped);

  // d5 is one queen move from f5 and two king moves.
  await page.getByRole("button", { name: "Queen distance" }).click();
  await expect(label("d6")).toHaveText(/^1·/);
  await expect(label("f5")).toHaveText(/^1·/);
  await page.getByRole("button", { name: "King distance" }).click();
  await expect(label("f5")).toHaveText(/^2·/);

  // A region of Black only, and a contested one.
  await page.getByRole("button", { name: "Regions" }).click();
  const regions = await overlayColors(page);
  expect(regions.a6).not.toBe(regions.d5);
});

test("an overlay follows the game", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, "6x6 moves f2-c5/b4 f5-c2/c1");
  await expect(page.locator("[data-node]")).toHaveCount(2);
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Queen distance" }).click();
  await expect.poll(async () => Object.keys(await overlayColors(page)).length).toBeGreaterThan(0);
  const before = await overlayColors(page);
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(async () => {
      const now = await overlayColors(page);
      return Object.keys(now).length > 0 && JSON.stringify(now) !== JSON.stringify(before);
    })
    .toBe(true);
  expect(Object.keys(await overlayColors(page))).not.toContain("b4");
});
