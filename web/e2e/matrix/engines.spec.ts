// External engines: the program itself over UCI and GTP.

import type { Page } from "@playwright/test";
import { resolve } from "node:path";
import type { MessageKey } from "../../src/i18n/messages";
import { gameOf } from "../board-input";
import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";
import { PROGRAM } from "../server-process.js";

async function add(page: Page, message: (key: MessageKey) => string, protocol: "uci" | "gtp", name: string) {
  const form = page.getByRole("form", { name: message("engines.add") });
  await form.getByLabel(message("engines.path")).fill(resolve(PROGRAM));
  await form.getByLabel(message("engines.arguments")).fill(protocol);
  await form.getByText(protocol.toUpperCase(), { exact: true }).click();
  await form.getByLabel(message("engines.name")).fill(name);
  await form.getByRole("button", { name: message("engines.add") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
}

test("engines can be added and play each other, and forfeit when removed", async ({
  page,
  open,
  message,
  language,
}) => {
  // Unique names: tests of a worker share a server.
  const [white, black] = [`Volga ${language}`, `Gtp-Don ${language}`];
  await open("#/engines");
  const form = page.getByRole("form", { name: message("engines.add") });
  await form.getByLabel(message("engines.path")).fill("/nowhere/engine");
  await form.getByRole("button", { name: message("engines.add") }).click();
  await expect(form.getByRole("alert")).toContainText("/nowhere/engine");
  await add(page, message, "uci", white);
  await add(page, message, "gtp", black);
  await checkPage(page);

  await page.getByLabel(message("side.white")).selectOption(white);
  await page.getByLabel(message("side.black")).selectOption(black);
  await page.getByText("5×5", { exact: true }).last().click();
  await page.getByLabel(message("new.seconds")).selectOption(message("seconds_per_move", { seconds: 0.1 }));
  await page.getByRole("button", { name: message("new.start") }).click();
  await gameOf(page);
  await expect(page.locator("[data-side=white]")).toContainText(white);
  await expect.poll(async () => (await gameOf(page)).moves.length, { timeout: 60_000 }).toBeGreaterThan(2);
  const game = page.url();

  await page.goto(page.url().replace(/#.*/, "#/engines"));
  for (const name of [white, black]) {
    const card = page.getByRole("listitem").filter({ hasText: name });
    await card.getByRole("button", { name: message("engines.remove") }).click();
    await card.getByRole("button", { name: message("engines.remove_confirm") }).click();
    await expect(card).toHaveCount(0);
  }
  // A removed engine forfeits.
  await page.goto(game);
  const [sideWhite, sideBlack] = [message("side.white"), message("side.black")];
  const lost = [
    message("result.fault", { loser: sideWhite, winner: sideBlack }),
    message("result.fault", { loser: sideBlack, winner: sideWhite }),
  ];
  await expect(page.getByRole("status").filter({ hasText: new RegExp(lost.join("|")) })).toBeVisible();
  await checkPage(page);
});
