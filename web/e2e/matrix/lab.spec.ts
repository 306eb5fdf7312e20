// The lab: experiments, a run at small scale, and recorded results.

import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(100);
}

/** Fast experiments: one with a paper's numbers, one with a figure. */
const WITH_PAPER = "subgames/table3";
const WITH_PICTURE = "om/root-value";

test("experiments run, and recorded results are shown", async ({ page, open, message, server, language }) => {
  await open("#/lab");
  const answer = await page.request.get(`${server.url}/api/v1/lab/experiments`);
  const { experiments } = (await answer.json()) as { experiments: unknown[] };
  await expect(page.locator(`a[href^="#/lab/"] strong[lang="${language}"]`)).toHaveCount(experiments.length);
  await checkPage(page);

  for (const id of [WITH_PAPER, WITH_PICTURE]) {
    await page.locator(`a[href="#/lab/${id}"]`).click();
    // Another test may have run it before.
    const start = new RegExp(`^(${message("lab.start")}|${message("lab.again")})$`);
    await page.getByRole("button", { name: start }).click();
    await expect(page.getByRole("button", { name: message("lab.again") })).toBeVisible({ timeout: 60_000 });
    if (id === WITH_PAPER) await expect(page.locator("td.paper-column").first()).toBeVisible();
    else await expectPicture(page.locator(".page img").first());
    await checkPage(page);
    await page.locator('.page a[href="#/lab"]').click();
  }

  await page.locator('a[href="#/lab/results/opponent-models"]').click();
  await expect(page.locator("article table").first()).toBeVisible();
  await expectPicture(page.locator("article img").first());
  await checkPage(page);
});
