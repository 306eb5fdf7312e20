// The page while the server is away, and after it is back.

import { byClicks, gameOf, pickMove, startShortGame } from "./board-input";
import { expect, Server, test } from "./fixtures";
import { moveText } from "../src/rules";

test("pages load, games are listed and moves are sent when the server is back", async ({ page }) => {
  const server = await Server.start();
  const { port } = server;
  await page.goto(`${server.url}/#/`);
  await startShortGame(page, { twoPlayers: true });
  const before = await gameOf(page);
  await server.kill();

  // A move is pending when the page is left.
  const move = pickMove(before.fen);
  await byClicks(page, move);
  await expect(page.getByRole("alert").filter({ hasText: "Cannot reach the server" })).toBeVisible();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await expect(page.getByText("The games cannot be shown until the server is back.")).toBeVisible();
  await expect(page.getByText("No games yet")).toHaveCount(0);
  // A page whose code was never loaded.
  await page.getByRole("link", { name: "Learn", exact: true }).click();
  await expect(page.getByText("Loading…")).toBeVisible();

  await server.run(port);
  await expect(page.getByRole("heading", { name: "Endgame puzzles" })).toBeVisible();
  await expect(
    page.getByText(`Your move ${moveText(move)} in game ${before.id} has been sent.`),
  ).toBeVisible();
  await page.getByRole("link", { name: "Games", exact: true }).click();
  await expect(page.getByText("1 move · ")).toBeVisible();
  const stored = await page.request.get(`${server.url}/api/v1/games/${before.id}`);
  expect((await stored.json()).moves).toEqual([moveText(move)]);
  await server.stop();
});

test("a pending move survives a reload", async ({ page }) => {
  const server = await Server.start();
  const { port } = server;
  await page.goto(`${server.url}/#/`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await startShortGame(page, { twoPlayers: true });
  const before = await gameOf(page);
  await server.kill();
  const move = pickMove(before.fen);
  await byClicks(page, move);
  await expect(page.getByRole("alert").filter({ hasText: "Cannot reach the server" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main").getByText("Cannot reach the server. Reconnecting…")).toBeVisible();
  await server.run(port);
  await expect(page.getByRole("group", { name: "Moves" }).getByRole("button")).toHaveText([moveText(move)]);
  await expect.poll(async () => (await gameOf(page)).moves).toEqual([moveText(move)]);
  await server.stop();
});
