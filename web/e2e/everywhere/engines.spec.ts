// Other engines in the app: our own program over both protocols, as a peer like any other.

import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { Key } from "../../src/i18n/messages";
import { expectFit } from "../fit";
import { gameOf } from "../hand";
import { PROGRAM } from "../program.js";
import { expect, test } from "../server";

async function add(page: Page, words: (key: Key) => string, protocol: "uci" | "gtp", name: string) {
  const form = page.getByRole("form", { name: words("engines.add") });
  await form.getByLabel(words("engines.path")).fill(resolve(PROGRAM));
  await form.getByLabel(words("engines.arguments")).fill(protocol);
  await form.getByText(protocol.toUpperCase(), { exact: true }).click();
  await form.getByLabel(words("engines.name")).fill(name);
  await form.getByRole("button", { name: words("engines.add") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
}

test("engines are added, play each other, and lose when they are removed", async ({
  page,
  open,
  words,
  language,
}) => {
  // Names of its own: the server is the same for all tests of a worker.
  const [white, black] = [`Volga ${language}`, `Gtp-Don ${language}`];
  await open("#/engines");
  const form = page.getByRole("form", { name: words("engines.add") });
  await form.getByLabel(words("engines.path")).fill("/nowhere/engine");
  await form.getByRole("button", { name: words("engines.add") }).click();
  await expect(form.getByRole("alert")).toContainText("/nowhere/engine");
  await add(page, words, "uci", white);
  await add(page, words, "gtp", black);
  await expectFit(page);

  await page.getByLabel(words("side.white")).selectOption(white);
  await page.getByLabel(words("side.black")).selectOption(black);
  await page.getByText("5×5", { exact: true }).last().click();
  await page.getByLabel(words("new.seconds")).selectOption(words("new.seconds.option", { seconds: 0.1 }));
  await page.getByRole("button", { name: words("watch.start") }).click();
  await gameOf(page);
  await expect(page.locator("[data-side=white]")).toContainText(white);
  await expect.poll(async () => (await gameOf(page)).moves.length, { timeout: 60_000 }).toBeGreaterThan(2);
  const game = page.url();

  await page.goto(page.url().replace(/#.*/, "#/engines"));
  for (const name of [white, black]) {
    const card = page.getByRole("listitem").filter({ hasText: name });
    await card.getByRole("button", { name: words("engines.remove") }).click();
    await card.getByRole("button", { name: words("engines.remove_sure") }).click();
    await expect(card).toHaveCount(0);
  }
  // Who is gone cannot move any more.
  await page.goto(game);
  const [sideWhite, sideBlack] = [words("side.white"), words("side.black")];
  const lost = [
    words("result.fault", { loser: sideWhite, winner: sideBlack }),
    words("result.fault", { loser: sideBlack, winner: sideWhite }),
  ];
  await expect(page.getByRole("status").filter({ hasText: new RegExp(lost.join("|")) })).toBeVisible();
  await expectFit(page);
});
