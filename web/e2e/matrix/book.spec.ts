// The opening explorer: embedded book, game database, and extending a book.

import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

/** Two valid games with the same opening and an invalid one. */
const GAMES = [
  "(;GM[18]SZ[10]PB[Ada]PW[Grace]DT[1999-05-01]RE[B+];B[djddgd];W[addgad])",
  "(;GM[18]SZ[10]PB[Emmy]PW[Sofja]DT[2001-02-03]RE[W+];B[djddgd];W[jdhdhe])",
  "(;GM[18]SZ[10];B[djdddd])",
].join("\n");

test("the book and the game database can be explored", async ({ page, open, message, server }) => {
  await page.request.delete(`${server.url}/api/v1/people/games`);
  await open("#/analysis");
  await page.locator('[data-tab="book"]').click();
  const moves = page.locator(".book .move");
  await expect(moves.first()).toBeVisible();

  // Moves are previewed on hover and played on click.
  const best = (await moves.first().textContent())?.trim() ?? "";
  await moves.first().focus();
  await expect(page.locator("[data-preview]").first()).toBeAttached();
  await moves.first().click();
  await expect(page.locator("[data-node]")).toHaveText([best]);
  await expect(moves.first()).not.toHaveText(best);
  await page.keyboard.press("Home");

  await page.getByRole("radio", { name: message("book.source.people") }).check();
  await expect(page.getByText(message("book.no_games"))).toBeVisible();
  await page.getByRole("button", { name: message("database.import") }).click();
  await page.getByLabel(message("database.text"), { exact: true }).fill(GAMES);
  await page.getByRole("button", { name: message("database.add"), exact: true }).click();
  const summary = message("database.added", { added: 2, duplicates: 0, refused: 1 });
  await expect(page.getByText(summary)).toBeVisible();
  await checkPage(page);
  await page.keyboard.press("Escape");

  // Black moved first in these games: colors and names are swapped on import.
  await expect(page.getByText(message("book.here", { games: 2 }))).toBeVisible();
  await expect(moves).toHaveCount(1);
  await expect(page.locator("[data-game]")).toHaveCount(2);
  await checkPage(page);
  await page.locator("[data-game]", { hasText: "Emmy" }).click();
  await expect(page.locator("[data-node]")).toHaveCount(2);
});

test("the user's book can be extended and stopped", async ({ page, open, message }) => {
  await open("#/analysis");
  // Live analysis would slow down the book's searches.
  await page.keyboard.press("l");
  await page.locator('[data-tab="book"]').click();
  await page.getByRole("radio", { name: message("book.source.own") }).check();
  await page.getByRole("combobox", { name: message("extend.count") }).selectOption("2000");
  await page.getByRole("button", { name: message("extend.start") }).click();
  await expect(page.getByRole("progressbar", { name: message("progress") })).toBeVisible();
  await expect(page.locator(".book .move").first()).toBeVisible();
  await checkPage(page);
  await page.getByRole("button", { name: message("stop"), exact: true }).click();
  await expect(page.getByRole("button", { name: message("continue") })).toBeVisible();
});
