import { defineConfig } from "@playwright/test";

/** Chromium without background network traffic. */
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
/** Colors do not depend on the language, so each language is tested in one scheme. */
const ENGLISH = { locale: "en-GB", language: "en", colorScheme: /** @type {const} */ ("light") };
const JAPANESE = { locale: "ja-JP", language: "ja", colorScheme: /** @type {const} */ ("dark") };

/** Tests of what depends on the language and the size of the window together. */
const LAYOUT = "matrix/{accessibility,layout,pages}.spec.ts";

/**
 * Tests in `e2e/matrix` run in English on desktop and in Japanese on a phone, those of the layout in
 * all four combinations, the others in English on desktop.
 */
const matrix = (/** @type {string} */ name, /** @type {object} */ use, testMatch = "matrix/*.spec.ts") => ({
  name,
  testMatch,
  use,
});

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/results",
  reporter: "list",
  fullyParallel: true,
  workers: 2,
  // Generous, for busy machines: `e2e/measure.mjs` measures speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    launchOptions,
    // Traces of all tests would take a quarter of the time: `npx playwright test --trace on -g NAME`.
    // Without animations, so that nothing is measured in the middle of one.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "page", testIgnore: "matrix/*", use: { ...ENGLISH, ...DESKTOP } },
    matrix("en-desktop", { ...ENGLISH, ...DESKTOP }),
    matrix("en-phone", { ...ENGLISH, ...PHONE }, LAYOUT),
    matrix("ja-desktop", { ...JAPANESE, ...DESKTOP }, LAYOUT),
    matrix("ja-phone", { ...JAPANESE, ...PHONE }),
  ],
});
