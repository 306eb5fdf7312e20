// Analyses are kept: opening another game never replaces one.

import { currentMove, expectMoves, OWN_GAME, OWN_TEXT, paste } from "../analysis-helpers";
import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

test("every analysis stays, can be deleted with undo, and saved to the games", async ({
  page,
  open,
  message,
}) => {
  const games = () => page.goto(page.url().replace(/#.*/, "#/games"));
  const drafts = page.getByRole("region", { name: message("draft.title") }).getByRole("listitem");

  await open("#/analysis");
  await page.getByRole("tab", { name: message("tab.moves"), exact: true }).click();
  await paste(page, `(;GM[18]SZ[10]PB[Hippolyta]PW[Antiope]RE[W+R];B[djddgd];W[addgad])`);
  await expectMoves(page, ["d1-d7/g7", "a7-d4/a7"]);
  await page.keyboard.press("End");
  await expect(currentMove(page)).toHaveText("a7-d4/a7");
  await page.getByLabel(message("comment.label")).fill("Mine.");

  // A link, a puzzle's explanation and pasted text each open another analysis.
  await open("#/a=6x6");
  await expect(page.locator("[data-node]")).toHaveCount(0);
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  await page.reload();
  await expectMoves(page, OWN_GAME);

  await games();
  await expect(drafts).toHaveCount(2);
  await checkPage(page);
  await drafts
    .first()
    .getByRole("button", { name: message("draft.delete") })
    .click();
  await expect(drafts).toHaveCount(1);
  await page.getByRole("button", { name: message("undo") }).click();
  await expect(drafts).toHaveCount(2);

  await drafts.filter({ hasText: "Hippolyta" }).getByRole("link").click();
  await expect(page.getByLabel(message("comment.label"))).toHaveValue("Mine.");
  await page.getByRole("button", { name: message("draft.save") }).click();
  await expect(page).toHaveURL(/analysis\/game\/\d+$/);
  await expect(page.locator("[data-comment]")).toHaveText("Mine.");
  await games();
  await expect(drafts).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: "Antiope" })).toContainText(
    message("result.resignation", { loser: message("side.black"), winner: message("side.white") }),
  );
});

test("a full store of analyses is reported and loses nothing", async ({ page, open, message }) => {
  await open("#/analysis");
  await paste(page, OWN_TEXT);
  await expect(page).toHaveURL(/analysis\/draft/);
  await page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((name) => name.startsWith("thermodon.draft."));
    for (let index = 1; index < 100; index++)
      localStorage.setItem(`thermodon.draft.copy${index}`, localStorage.getItem(key) as string);
  });
  const before = page.url();
  await paste(page, "startpos moves d1-d7/g7");
  await expect(page.getByText(message("draft.too_many", { max: 100 }))).toBeVisible();
  expect(page.url()).toBe(before);
});
