// Engines: playing against one, analysing with one; and what is refused.

import { resolve } from "node:path";
import { lines } from "./desk";
import { gameOf, playOne, byClicks } from "./hand";
import { PROGRAM, Server } from "./program.js";
import { expect, test } from "./server";

async function addEngine(server: Server, name: string, protocol = "uci"): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/programs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path: resolve(PROGRAM), arguments: [protocol], protocol, name }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: number }).id;
}

test("a person plays against an engine", async ({ page, open, server }) => {
  await addEngine(server, "Volga");
  await open("#/engines");
  await page.getByRole("link", { name: "Play against it" }).click();
  await page.getByText("5×5", { exact: true }).click();
  await page.getByLabel("Thinking time").selectOption("1 s a move");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
  expect((await gameOf(page)).black).toMatchObject({ kind: "program", name: "Volga" });
  await playOne(page, byClicks);
  await expect.poll(async () => (await gameOf(page)).moves.length).toBe(2);
});

test("an engine analyses, with lines where its protocol has them", async ({ page, open, server }) => {
  await addEngine(server, "Kama");
  await addEngine(server, "Oka", "gtp");
  await open("#/analysis");
  const analyst = page.getByLabel("Who analyses");
  await analyst.selectOption("Kama");
  await expect(lines(page)).toHaveCount(3);
  await page.reload();
  await expect(analyst.locator("option:checked")).toHaveText("Kama");
  await analyst.selectOption("Oka");
  await expect(lines(page)).toHaveCount(1);
  await analyst.selectOption("Thermodon");
  await expect(lines(page)).toHaveCount(3);
});

test("a server that was not told to runs no engines, and says how", async ({ page }) => {
  const server = await Server.start({ allowsEngines: false });
  await page.goto(`${server.url}/#/engines`);
  await expect(page.getByText("thermodon serve --allow-engines")).toBeVisible();
  // What it refuses the form, it refuses everybody.
  const answer = await page.request.get(`${server.url}/api/v1/programs`);
  expect(answer.status()).toBe(403);
  await server.stop();
});

test("another site's page can do nothing here", async ({ page, context, server }) => {
  const games = await (await page.request.get(`${server.url}/api/v1/games`)).text();
  // A real page of another origin, in the same browser: what its scripts, forms and pictures can do.
  const other = await context.newPage();
  const elsewhere = await Server.start({ allowsEngines: false });
  await other.goto(`${elsewhere.url}/api/v1/docs`);
  const tried = await other.evaluate(async (target) => {
    const body = JSON.stringify({ path: "/bin/sh", protocol: "uci" });
    const simple = {
      method: "POST",
      mode: "no-cors",
      headers: { "content-type": "text/plain" },
      body,
    } as const;
    const outcomes: string[] = [];
    const note = (name: string, outcome: string) => outcomes.push(`${name}: ${outcome}`);
    for (const [name, request] of [
      ["json", { ...simple, mode: "cors", headers: { "content-type": "application/json" } }],
      ["delete", { method: "DELETE" }],
      ["read", {}],
    ] as [string, RequestInit][]) {
      await fetch(`${target}/api/v1/games/1`, request).then(
        () => note(name, "answered"),
        () => note(name, "refused"),
      );
    }
    // Sent, but nobody can see the answer; the server's list will tell.
    await fetch(`${target}/api/v1/programs`, simple).catch(() => {});
    return outcomes;
  }, server.url);
  // The policy of our own description page forbids it already; without one the server does.
  expect(tried).toEqual(["json: refused", "delete: refused", "read: refused"]);
  expect(await (await page.request.get(`${server.url}/api/v1/games`)).text()).toBe(games);
  await elsewhere.stop();
});
