import { defineConfig } from "@playwright/test";

/** Debian's Chromium, without what it would ask the network for. */
const launchOptions = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

const DESKTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ENGLISH = { locale: "en-GB", language: "en" };
const JAPANESE = { locale: "ja-JP", language: "ja" };

/** What lies in `e2e/everywhere` runs in each language on each screen; all else once, in English on a desktop. */
const everywhere = (/** @type {string} */ name, /** @type {object} */ use) => ({
  name,
  testMatch: "everywhere/*.spec.ts",
  use,
});

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/results",
  reporter: "list",
  workers: 1,
  timeout: 90_000,
  // Generous: what is tested is what happens, not how fast; `e2e/measure.mjs` measures that.
  expect: { timeout: 20_000 },
  use: { launchOptions, trace: "retain-on-failure" },
  projects: [
    { name: "page", testIgnore: "everywhere/*", use: { ...ENGLISH, ...DESKTOP } },
    everywhere("en-desktop", { ...ENGLISH, ...DESKTOP }),
    everywhere("en-phone", { ...ENGLISH, ...PHONE }),
    everywhere("ja-desktop", { ...JAPANESE, ...DESKTOP }),
    everywhere("ja-phone", { ...JAPANESE, ...PHONE }),
  ],
});
