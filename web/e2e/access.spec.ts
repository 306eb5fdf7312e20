// Access by links with a token.

import { expect, test } from "./fixtures";

test("the server asks for a link, and the owner's gives access", async ({ browser, server }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page.getByText("requires a token")).toBeVisible();
  await page.goto(server.link);
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByText("Read-only")).toBeHidden();
  await context.close();
});

test("guests see that they may only read", async ({ browser, server, message }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await server.guestLink());
  await expect(page.getByText("Read-only")).toBeVisible();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText(message("server.read_only"))).toBeVisible();
  await context.close();
});
