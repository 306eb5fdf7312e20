// Test fixtures: a page served by the real program.

import { test as base } from "@playwright/test";
import { message, type Language, type MessageKey, type MessageValues } from "../src/i18n/messages";
import { Server } from "./server-process.js";

export { Server };

interface Choices {
  language: Language;
}

interface Fixtures {
  /** Opens the page at a hash address. */
  open: (address?: string) => Promise<void>;
  /** The message for a key, in the test's language. */
  message: (key: MessageKey, values?: MessageValues) => string;
}

/** The server is shared by all tests of a worker. */
export const test = base.extend<Choices & Fixtures, { server: Server }>({
  language: ["en", { option: true }],
  server: [
    // Playwright requires a destructured first parameter.
    async ({}, use) => {
      const server = await Server.start({ allowsEngines: true });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  /** The browser of the owner. */
  context: async ({ context, server }, use) => {
    await context.request.get(server.link);
    await use(context);
  },
  open: async ({ page, server }, use) => {
    // Page errors and policy violations fail the test.
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(message.text());
    });
    await use(async (address = "#/") => {
      await page.goto(`${server.url}/${address}`);
    });
    base.expect(errors).toEqual([]);
  },
  message: async ({ language }, use) => {
    await use((key, values) => message(language, key, values));
  },
});

export const expect = base.expect;
