// Tests against the real program.

import { test as base } from "@playwright/test";
import { message, type Key, type Language, type Values } from "../src/i18n/messages";
import { Server } from "./program.js";

export { Server };

interface Choices {
  /** The language of the page. */
  language: Language;
}

interface Fixtures {
  /** Opens the page at an address within it. */
  open: (address?: string) => Promise<void>;
  /** What the page says under a key, in the language of the test. */
  words: (key: Key, values?: Values) => string;
}

/** Tests that share one server. */
export const test = base.extend<Choices & Fixtures, { server: Server }>({
  language: ["en", { option: true }],
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
  words: async ({ language }, use) => {
    await use((key, values) => message(language, key, values));
  },
});

export const expect = base.expect;
