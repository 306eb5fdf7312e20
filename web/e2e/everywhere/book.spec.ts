// The book explorer: the book that ships, people's games, and a book that grows.

import { expectFit } from "../fit";
import { expect, test } from "../server";

/** Two games of our own that begin alike, and one that cannot be. */
const GAMES = [
  "(;GM[18]SZ[10]PB[Ada]PW[Grace]DT[1999-05-01]RE[B+];B[djddgd];W[addgad])",
  "(;GM[18]SZ[10]PB[Emmy]PW[Sofja]DT[2001-02-03]RE[W+];B[djddgd];W[jdhdhe])",
  "(;GM[18]SZ[10];B[djdddd])",
].join("\n");

test("books and people's games are explored beside the engine's lines", async ({
  page,
  open,
  words,
  server,
}) => {
  await page.request.delete(`${server.url}/api/v1/people/games`);
  await open("#/analysis");
  await page.locator('[data-tab="book"]').click();
  const moves = page.locator(".book .move");
  await expect(moves.first()).toBeVisible();

  // A move is drawn where it is pointed at, and played where it is pressed.
  const best = (await moves.first().textContent())?.trim() ?? "";
  await moves.first().focus();
  await expect(page.locator("[data-preview]").first()).toBeAttached();
  await moves.first().click();
  await expect(page.locator("[data-node]")).toHaveText([best]);
  await expect(moves.first()).not.toHaveText(best);
  await page.keyboard.press("Home");

  await page.getByRole("radio", { name: words("book.source.people") }).check();
  await expect(page.getByText(words("book.no_people"))).toBeVisible();
  await page.getByRole("button", { name: words("people.import") }).click();
  await page.getByLabel(words("people.text"), { exact: true }).fill(GAMES);
  await page.getByRole("button", { name: words("people.add"), exact: true }).click();
  const told = words("people.added", { added: 2, duplicates: 0, refused: 1 });
  await expect(page.getByText(told)).toBeVisible();
  await expectFit(page);
  await page.keyboard.press("Escape");

  // Black began these games, from the other side: here White begins, and the names are exchanged.
  await expect(page.getByText(words("book.here", { games: 2 }))).toBeVisible();
  await expect(moves).toHaveCount(1);
  await expect(page.locator("[data-game]")).toHaveCount(2);
  await expectFit(page);
  await page.locator("[data-game]", { hasText: "Emmy" }).click();
  await expect(page.locator("[data-node]")).toHaveCount(2);
});

test("a book of one's own grows from the board, and stops", async ({ page, open, words }) => {
  await open("#/analysis");
  // The live engine would take most of the machine from the book's searches.
  await page.keyboard.press("l");
  await page.locator('[data-tab="book"]').click();
  await page.getByRole("radio", { name: words("book.source.own") }).check();
  await page.getByRole("combobox", { name: words("grow.count") }).selectOption("2000");
  await page.getByRole("button", { name: words("grow.start") }).click();
  await expect(page.getByRole("progressbar", { name: words("grow.progress") })).toBeVisible();
  await expect(page.locator(".book .move").first()).toBeVisible();
  await expectFit(page);
  await page.getByRole("button", { name: words("grow.stop") }).click();
  await expect(page.getByRole("button", { name: words("grow.go_on") })).toBeVisible();
});
