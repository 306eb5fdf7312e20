// Measures the page on this machine over loopback: first paint, bytes of the first load, time from
// click to paint. Usage: THERMODON=../target/release/thermodon npm run measure

import { chromium } from "@playwright/test";
import config from "../playwright.config.js";
import { Server } from "./server-process.js";

const LOADS = 5;
const CLICKS = 30;

const server = await Server.start();
const browser = await chromium.launch(config.use.launchOptions);
const paints = [];
const bytes = [];
for (let load = 0; load < LOADS; load++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  let received = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (received += encodedDataLength));
  await page.goto(`${server.url}/#/`, { waitUntil: "networkidle" });
  paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  bytes.push(received);
  await context.close();
}

const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
await page.goto(`${server.url}/#/`);
await page.getByText("Two players").click();
await page.getByRole("button", { name: "Start" }).click();
await page.getByText("No moves yet").waitFor();
const box = await page.locator('[data-square="d1"]').boundingBox();
// From each click to the end of the frame that shows it.
await page.evaluate(() => {
  window.clicks = [];
  addEventListener(
    "pointerdown",
    ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => window.clicks.push(performance.now() - timeStamp))),
    { capture: true },
  );
});
for (let click = 1; click <= CLICKS; click++) {
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction((count) => window.clicks.length === count, click);
}
const clicks = await page.evaluate(() => window.clicks);

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const row = (name, value, max, unit, target) =>
  console.log(
    `${name.padEnd(14)} ${value.toFixed(0).padStart(7)} ${unit} (median)  ${max.toFixed(0).padStart(7)} ${unit} (max)  target: under ${target}`,
  );
row("first paint", median(paints), Math.max(...paints), "ms", "1000 ms");
row("first load", median(bytes) / 1000, Math.max(...bytes) / 1000, "kB", "300 kB");
row("click to paint", median(clicks), Math.max(...clicks), "ms", "50 ms");

await browser.close();
await server.stop();
