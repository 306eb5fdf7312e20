// Learning: puzzles, and one's own mistakes.

import { expectFit } from "../fit";
import { expect, test } from "../server";

test("a puzzle is tried, missed, tried again and solved", async ({ page, open, words, server }) => {
  const address = `${server.url}/api/v1/puzzles?difficulty=easy&seed=1`;
  const puzzle = (await (await page.request.get(address)).json()) as { fen: string; winning_moves: string[] };
  await open("#/learn");
  await expectFit(page);
  await page
    .getByRole("link", { name: words("learn.start") })
    .first()
    .click();
  const field = page.locator("form input").first();
  const verdict = page.locator("[data-verdict]");
  await expect(verdict).toHaveAttribute("data-verdict", "none");
  await page.getByRole("button", { name: words("learn.show") }).click();
  await expect(verdict).toContainText(puzzle.winning_moves[0]);
  await page.getByRole("button", { name: words("learn.next") }).click();
  await expect(page.locator("[data-puzzle='2']")).toBeVisible();
  const second = await page.request.get(address.replace("seed=1", "seed=2"));
  const { winning_moves } = (await second.json()) as { winning_moves: string[] };
  await field.fill(winning_moves[0]);
  await field.press("Enter");
  await expect(verdict).toHaveAttribute("data-verdict", "right");
  await expectFit(page);
});
