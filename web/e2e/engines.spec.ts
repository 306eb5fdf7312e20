// Engines: playing against one, analysing with one; and what is refused.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
  const api = `${server.url}/api/v1`;
  const kept = async () => [
    await (await page.request.get(`${api}/games`)).text(),
    await (await page.request.get(`${api}/programs`)).text(),
  ];
  const before = await kept();
  // A real page of another origin in the same browser, with no policy of its own that would hold it back.
  const site = createServer((_, answer) =>
    answer.setHeader("content-type", "text/html").end("<!doctype html>"),
  );
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const outcomes = await other.evaluate(
    async ([api, program]) => {
      const body = JSON.stringify({ path: program, arguments: ["uci"], protocol: "uci" });
      const outcome = (name: string, tried: Promise<unknown>) =>
        tried.then(
          () => `${name}: answered`,
          () => `${name}: refused`,
        );
      // Sent without asking first; the answer cannot be seen, but what it did could be.
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        await outcome(
          "sent",
          fetch(`${api}/programs`, {
            method: "POST",
            mode: "no-cors",
            headers: { "content-type": type },
            body,
          }),
        );
      }
      const json = { method: "POST", headers: { "content-type": "application/json" }, body };
      const stream = new Promise((resolve, reject) => {
        const socket = new WebSocket(`${api.replace("http", "ws")}/analysis`);
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      return [
        await outcome("add", fetch(`${api}/programs`, json)),
        await outcome("delete", fetch(`${api}/games/1`, { method: "DELETE" })),
        await outcome("read", fetch(`${api}/programs`)),
        await outcome("stream", stream),
      ];
    },
    [api, resolve(PROGRAM)] as const,
  );
  expect(outcomes).toEqual(["add: refused", "delete: refused", "read: refused", "stream: refused"]);
  expect(await kept()).toEqual(before);
  site.close();
});
