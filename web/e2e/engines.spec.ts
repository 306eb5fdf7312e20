// External engines: playing, analyzing, access control.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { lines } from "./analysis-helpers";
import { byClicks, gameOf, playOne } from "./board-input";
import { expect, test } from "./fixtures";
import { PROGRAM, Server } from "./server-process.js";

async function addEngine(server: Server, name: string, protocol = "uci"): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/programs`, {
    method: "POST",
    headers: { "content-type": "application/json", "authorization": `Bearer ${server.token}` },
    body: JSON.stringify({ path: resolve(PROGRAM), arguments: [protocol], protocol, name }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: number }).id;
}

test("a human plays against an external engine", async ({ page, open, server }) => {
  await addEngine(server, "Volga");
  await open("#/engines");
  await page.getByRole("link", { name: "Play against it" }).click();
  await page.getByText("5×5", { exact: true }).click();
  await page.getByLabel("Thinking time").selectOption("1 s per move");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
  expect((await gameOf(page)).black).toMatchObject({ kind: "program", name: "Volga" });
  await playOne(page, byClicks);
  await expect.poll(async () => (await gameOf(page)).moves.length).toBe(2);
});

test("external engines analyze, with several lines over UCI", async ({ page, open, server }) => {
  await addEngine(server, "Kama");
  await addEngine(server, "Oka", "gtp");
  await open("#/analysis");
  const engine = page.getByLabel("Analysis engine");
  await engine.selectOption("Kama");
  await expect(lines(page)).toHaveCount(3);
  await page.reload();
  await expect(engine.locator("option:checked")).toHaveText("Kama");
  await engine.selectOption("Oka");
  await expect(lines(page)).toHaveCount(1);
  await engine.selectOption("Thermodon");
  await expect(lines(page)).toHaveCount(3);
});

test("engines are disabled by default, with an explanation", async ({ page }) => {
  const server = await Server.start();
  await page.goto(`${server.url}/#/engines`);
  await expect(page.getByText("thermodon serve --allow-engines")).toBeVisible();
  // The API rejects requests too.
  const answer = await page.request.get(`${server.url}/api/v1/programs`);
  expect(answer.status()).toBe(403);
  await server.stop();
});

test("requests of other sites are rejected", async ({ page, context, server }) => {
  const api = `${server.url}/api/v1`;
  const kept = async () => [
    await (await page.request.get(`${api}/games`)).text(),
    await (await page.request.get(`${api}/programs`)).text(),
  ];
  const before = await kept();
  // A page of another origin without a policy of its own.
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
      // No-cors requests are sent without preflight; their effect would show.
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
