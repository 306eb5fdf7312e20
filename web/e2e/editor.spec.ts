import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { cell, click, drag, expectPosition, gameOf } from "./board-input";
import { expect, test } from "./fixtures";

const fen = (page: Page) => page.getByLabel("FEN", { exact: true });

test("a position can be set up, described and played", async ({ page, open }) => {
  await open("#/editor");
  await page.getByLabel("Columns").selectOption("4");
  await page.getByLabel("Rows").selectOption("3");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("White is to move but has no amazons: Black wins.")).toBeVisible();

  await click(page, "a1");
  await page.getByRole("radio", { name: "Black" }).first().click();
  await click(page, "d3");
  await page.getByRole("radio", { name: "Burned" }).click();
  await drag(page, "b1", "d1");
  await expect(fen(page)).toHaveValue("3q/4/Q*** w - - 3 2");
  await click(page, "d1");
  await expect(fen(page)).toHaveValue("3q/4/Q**1 w - - 2 2");
  await expect(page.getByText("White to move, 24 legal moves.")).toBeVisible();

  await page.reload();
  await expect(fen(page)).toHaveValue("3q/4/Q**1 w - - 2 2");

  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByText("Two players").click();
  await page.getByRole("button", { name: "Start" }).click();
  expect((await gameOf(page)).start).toBe("3q/4/Q**1 w - - 2 2");
  await expectPosition(page, "3q/4/Q**1 w - - 2 2");
});

test("an invalid FEN is explained and changes nothing", async ({ page, open }) => {
  await open("#/editor");
  await fen(page).fill("Q2/3/2q b");
  await expectPosition(page, "Q2/3/2q b");
  await fen(page).fill("Q2/3/2p b");
  await expect(page.getByText("Unexpected “p” in row 3 from the top.")).toBeVisible();
  await expectPosition(page, "Q2/3/2q b");
  await fen(page).fill("Q2/3/2q x");
  await expect(page.getByText("The side to move must be w or b, not “x”.")).toBeVisible();
});

test("all board sizes fit", async ({ page, open }) => {
  for (const [width, height] of [
    [1, 1],
    [1, 10],
    [10, 1],
    [10, 10],
    [7, 4],
  ]) {
    await open("#/editor");
    await page.getByLabel("Columns").selectOption(String(width));
    await page.getByLabel("Rows").selectOption(String(height));
    await expect(page.locator("[data-square]")).toHaveCount(width * height);
    const box = await page.getByRole("grid").boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(768);
    expect(box && box.x + box.width).toBeLessThanOrEqual(1366);
  }
});

test("a share link contains the position", async ({ page, open, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await open("#/editor/Q2_3_1*q.b");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${server.url}/#/a=Q2_3_1*q.b`);
  const other = await context.newPage();
  await other.goto(link);
  await expect(cell(other, "b1")).toHaveAttribute("data-content", "burned");
  await expect(other.locator("[data-square]")).toHaveCount(9);
});

test("images can be saved", async ({ page, open }) => {
  await open("#/editor/Q2_3_1*q.b");
  const saved = async (name: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    return readFile(await (await download).path());
  };
  const svg = (await saved("SVG")).toString();
  expect(svg).toMatch(/^<svg xmlns=.*<title>Q2\/3\/1\*q b - - 1 1<\/title>/);
  const png = await saved("PNG");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  // Width and height in the PNG header.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([350, 350]);
});
