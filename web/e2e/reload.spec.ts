import { byClicks, expectShown, gameOf, playOne, playOut } from "./hand";
import { expect, Server, test } from "./server";

test("a game goes on after a reload", async ({ page, open }) => {
  await open();
  await page.getByText("6×6", { exact: true }).click();
  await page.getByLabel("Level").fill("1");
  await page.getByRole("button", { name: "Start" }).click();
  await playOne(page, byClicks);
  await expect.poll(async () => (await gameOf(page)).moves.length).toBe(2);
  const before = await gameOf(page);
  await page.reload();
  await expectShown(page, before.fen);
  expect((await gameOf(page)).moves).toEqual(before.moves);
  await expect(page.getByRole("table", { name: "Moves" }).getByRole("button")).toHaveText(before.moves);
  await playOne(page, byClicks);
});

test("a second tab follows, and the start page leads back to the game", async ({ page, open, context }) => {
  await open();
  await page.getByText("5×5", { exact: true }).click();
  await page.getByText("Two at this board").click();
  await page.getByRole("button", { name: "Start" }).click();
  await gameOf(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await playOne(page, byClicks);
  await expectShown(other, (await gameOf(page)).fen);
  await playOne(other, byClicks);
  await expectShown(page, (await gameOf(other)).fen);
  const address = page.url();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.getByRole("link", { name: "Go on with your last game · 2 moves" }).click();
  expect(page.url()).toBe(address);
});

test("a game survives the server's sudden death, and the page comes back by itself", async ({ page }) => {
  const server = await Server.start();
  await page.goto(`${server.url}/#/`);
  await page.getByText("5×5", { exact: true }).click();
  await page.getByText("Two at this board").click();
  await page.getByRole("button", { name: "Start" }).click();
  await playOne(page, byClicks);
  await playOne(page, byClicks);
  const before = await gameOf(page);
  await server.kill();
  await expect(page.getByText("The connection was lost.")).toBeVisible();
  await expectShown(page, before.fen);
  await server.run(server.port);
  await expect(page.getByText("The connection was lost.")).toHaveCount(0);
  expect((await gameOf(page)).moves).toEqual(before.moves);
  await playOut(page, byClicks);
  await server.stop();
});
