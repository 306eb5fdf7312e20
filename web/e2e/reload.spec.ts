import {
  byClicks,
  expectPosition,
  gameOf,
  playOne,
  playOut,
  playWithAnswer,
  startShortGame,
} from "./board-input";
import { expect, Server, test } from "./fixtures";

test("a game continues after a reload", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const before = await playWithAnswer(page);
  await page.reload();
  await expectPosition(page, before.fen);
  expect((await gameOf(page)).moves).toEqual(before.moves);
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveText(before.moves);
  await playOne(page, byClicks);
});

test("a second tab follows, and the last game can be resumed", async ({ page, open, context }) => {
  await open();
  await startShortGame(page, { twoPlayers: true });
  const other = await context.newPage();
  await other.goto(page.url());
  await playOne(page, byClicks);
  await expectPosition(other, (await gameOf(page)).fen);
  await playOne(other, byClicks);
  await expectPosition(page, (await gameOf(other)).fen);
  const address = page.url();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("link", { name: "Resume last game · 2 moves" }).click();
  expect(page.url()).toBe(address);
});

test("a game survives a crash of the server, and the page reconnects", async ({ page }) => {
  const server = await Server.start();
  await page.goto(`${server.url}/#/`);
  await startShortGame(page, { twoPlayers: true });
  await playOne(page, byClicks);
  await playOne(page, byClicks);
  const before = await gameOf(page);
  await server.kill();
  await expect(page.getByText("Cannot reach the server. Reconnecting…")).toBeVisible();
  await expectPosition(page, before.fen);
  await server.run(server.port);
  await expect(page.getByText("Cannot reach the server. Reconnecting…")).toHaveCount(0);
  expect((await gameOf(page)).moves).toEqual(before.moves);
  await playOut(page, byClicks);
  await server.stop();
});
