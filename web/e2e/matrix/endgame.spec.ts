// The endgame panel: regions, who is ahead, and best play to the end.

import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

/** All regions have exact values; Black wins by one tempo. */
const ENDGAME =
  "#/a=q*3***2_*****1*q*1_*1**1****1_Q****Q***1_1**1**1**1_***1q**1*1_**1*1****1_1*1****Q*1_1Q****2**_*q2**4.w";

test("an endgame is explained and played to its end", async ({ page, open, message }) => {
  await open(ENDGAME);
  await page.locator("[data-tab=endgame]").click();
  const headline = page.locator("[data-winner]");
  await expect(headline).toHaveText(message("endgame.ahead_none", { side: message("side.black") }));
  await expect(page.locator("[data-certainty]")).toHaveText(/./);
  const rows = page.locator("[data-region]");
  const count = await rows.count();
  expect(count).toBeGreaterThan(3);
  await expect(page.locator("[data-outline]")).toHaveCount(count);
  await rows.first().getByRole("button").click();
  await expect(page.locator("[data-best=white]")).toBeVisible();
  await checkPage(page);
  // One step, then to the end.
  await page.locator("[data-next]").click();
  const steps = page.locator("[data-play]");
  await expect(steps.first()).toHaveAttribute("aria-current", "step");
  await expect(headline).toHaveAttribute("data-winner", "black");
  const last = (await steps.count()) - 1;
  await page
    .locator("details summary")
    .filter({ hasText: message("endgame.filling", { count: last - 1 }) })
    .click();
  await steps.nth(last).click();
  await expect(page.locator("[data-next]")).toBeDisabled();
  // White, to move, has no moves left.
  await expect(headline).toHaveAttribute("data-winner", "black");
});
