// Every page, in every language, on every screen.

import { expectFit } from "../fit";
import { gameOf } from "../hand";
import { expect, test } from "../server";

/** A new page is to be added here. */
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
  test(`${address} can be used by all`, async ({ page, open }) => {
    await open(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectFit(page);
  });
}

test("a game can be used by all", async ({ page, open, words }) => {
  await open();
  await page.getByRole("button", { name: words("new.start") }).click();
  await gameOf(page);
  await expect(page.getByText(words("play.your_turn"))).toBeVisible();
  await expectFit(page);
});
