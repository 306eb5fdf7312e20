// The lab: experiments, a run at small scale, and recorded results.

import { expectFit } from "../fit";
import { expect, test } from "../server";

/** The quickest of all. */
const QUICK = "om/root-value";

test("an experiment is run, and recorded results are read", async ({ page, open, words, server }) => {
  await open("#/lab");
  const answer = await page.request.get(`${server.url}/api/v1/lab/experiments`);
  const { experiments } = (await answer.json()) as { experiments: unknown[] };
  await expect(page.locator('a[href^="#/lab/"] strong')).toHaveCount(experiments.length);
  await expectFit(page);

  await page.locator(`a[href="#/lab/${QUICK}"]`).click();
  // Another test of this server may have run it before.
  const start = new RegExp(`^(${words("lab.start")}|${words("lab.again")})$`);
  await page.getByRole("button", { name: start }).click();
  await expect(page.getByRole("button", { name: words("lab.again") })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("table .theirs").first()).toBeVisible();
  await expectFit(page);

  await page.getByRole("link", { name: words("lab.recorded") }).click();
  await expect(page.locator("article table").first()).toBeVisible();
  const picture = page.locator("article img").first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expectFit(page);
});
