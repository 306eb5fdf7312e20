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

export default defineConfig({
  testDir: "e2e",
  outputDir: "e2e/results",
  reporter: "list",
  workers: 1,
  timeout: 90_000,
  // Generous: what is tested is what happens, not how fast; `e2e/measure.mjs` measures that.
  expect: { timeout: 20_000 },
  use: { launchOptions, locale: "en-GB", viewport: { width: 1366, height: 768 }, trace: "retain-on-failure" },
});
