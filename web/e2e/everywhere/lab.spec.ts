// The lab: experiments, a run at small scale, and recorded results.

import { expectFit } from "../fit";
import { expect, test } from "../server";
import type { Locator } from "@playwright/test";

async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(100);
}

/** Quick ones: one with a paper's numbers beside ours, one with a picture. */
const WITH_PAPER = "subgames/table3";
const WITH_PICTURE = "om/root-value";

test("an experiment is run, and recorded results are read", async ({
  page,
  open,
  words,
  server,
  language,
}) => {
  await open("#/lab");
  const answer = await page.request.get(`${server.url}/api/v1/lab/experiments`);
  const { experiments } = (await answer.json()) as { experiments: unknown[] };
  await expect(page.locator(`a[href^="#/lab/"] strong[lang="${language}"]`)).toHaveCount(experiments.length);
  await expectFit(page);

  for (const id of [WITH_PAPER, WITH_PICTURE]) {
    await page.locator(`a[href="#/lab/${id}"]`).click();
    // Another test of this server may have run it before.
    const start = new RegExp(`^(${words("lab.start")}|${words("lab.again")})$`);
    await page.getByRole("button", { name: start }).click();
    await expect(page.getByRole("button", { name: words("lab.again") })).toBeVisible({ timeout: 60_000 });
    if (id === WITH_PAPER) await expect(page.locator("td.theirs").first()).toBeVisible();
    else await expectPicture(page.locator(".page img").first());
    await expectFit(page);
    await page.locator('.page a[href="#/lab"]').click();
  }

  await page.locator('a[href="#/lab/results/opponent-models"]').click();
  await expect(page.locator("article table").first()).toBeVisible();
  await expectPicture(page.locator("article img").first());
  await expectFit(page);
});
