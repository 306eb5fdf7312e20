// Accessibility and layout of every page.

import { gameOf } from "../board-input";
import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

/** Add new pages here. */
const ADDRESSES = [
  "#/",
  "#/editor",
  "#/games",
  "#/analysis",
  "#/learn",
  "#/learn/mistakes",
  "#/lab",
  "#/engines",
  "#/settings",
  "#/nowhere",
];

for (const address of ADDRESSES) {
  test(`${address} is accessible`, async ({ page, open }) => {
    await open(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await checkPage(page);
  });
}

test("a game is accessible", async ({ page, open, message }) => {
  await open();
  await page.getByRole("button", { name: message("new.start") }).click();
  await gameOf(page);
  await expect(page.getByText(message("play.your_turn"))).toBeVisible();
  await checkPage(page);
});
