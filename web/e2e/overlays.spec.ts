import { paste, shades } from "./desk";
import { expectShown } from "./hand";
import { expect, test } from "./server";

/** Black's corner is cut off, White's too, one square belongs to nobody, and the middle is contested. */
const FEN = "q*4/**1q2/3***/6/Q2*1*/*1**1Q b";

const OVERLAYS = ["Queen distance", "King distance", "Ownership", "Mobility", "Regions"];

test("each overlay paints the board in its own way", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, FEN);
  await expectShown(page, FEN);
  await page.keyboard.press("l");
  expect(await shades(page)).toEqual({});

  const pictures: string[] = [];
  for (const name of OVERLAYS) {
    await page.getByRole("button", { name }).click();
    await expect.poll(async () => Object.keys(await shades(page)).length, name).toBeGreaterThan(0);
    pictures.push(JSON.stringify(await shades(page)));
    await expect(page.locator("[data-label]")).toHaveCount(0);
    await page.keyboard.press("v");
    await expect(page.locator("[data-label]").first(), name).toBeAttached();
    await page.keyboard.press("v");
  }
  expect(new Set(pictures).size).toBe(OVERLAYS.length);

  // Pressed again, it is gone.
  await page.getByRole("button", { name: "Regions" }).click();
  expect(await shades(page)).toEqual({});
});

test("the numbers are those of the rules", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, FEN);
  await expectShown(page, FEN);
  await page.keyboard.press("l");
  await page.keyboard.press("v");
  const label = (square: string) => page.locator(`[data-label="${square}"]`);

  // The amazon on a6 is shut in; the one on d5 is not.
  await page.getByRole("button", { name: "Mobility" }).click();
  await expect(label("a6")).toHaveText("0");
  await expect(label("d5")).not.toHaveText("0");
  const trapped = (await shades(page)).a6;
  expect((await shades(page)).d5).not.toBe(trapped);

  // The amazon on d5 is one queen's move from d6 and two king's moves from f5.
  await page.getByRole("button", { name: "Queen distance" }).click();
  await expect(label("d6")).toHaveText(/^1·/);
  await expect(label("f5")).toHaveText(/^1·/);
  await page.getByRole("button", { name: "King distance" }).click();
  await expect(label("f5")).toHaveText(/^2·/);

  // A corner of Black alone, and one where both are.
  await page.getByRole("button", { name: "Regions" }).click();
  const regions = await shades(page);
  expect(regions.a6).not.toBe(regions.d5);
});

test("an overlay follows the game", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, "6x6 moves f2-c5/b4 f5-c2/c1");
  await expect(page.locator("[data-node]")).toHaveCount(2);
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Queen distance" }).click();
  await expect.poll(async () => Object.keys(await shades(page)).length).toBeGreaterThan(0);
  const before = await shades(page);
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(async () => {
      const now = await shades(page);
      return Object.keys(now).length > 0 && JSON.stringify(now) !== JSON.stringify(before);
    })
    .toBe(true);
  expect(Object.keys(await shades(page))).not.toContain("b4");
});
