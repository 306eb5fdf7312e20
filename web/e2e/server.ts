// Tests against the real program.

import { test as base } from "@playwright/test";
import { Server } from "./program.js";

export { Server };

/** Tests that share one server, and open its page at an address within it. */
export const test = base.extend<{ open: (address?: string) => Promise<void> }, { server: Server }>({
  server: [
    // Playwright wants the first parameter taken apart, even where nothing is taken from it.
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  open: async ({ page, server }, use) => {
    // What the browser complains about, a refused style or script above all, is a failure.
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    await use(async (address = "#/") => {
      await page.goto(`${server.url}/${address}`);
    });
    base.expect(complaints).toEqual([]);
  },
});

export const expect = base.expect;
