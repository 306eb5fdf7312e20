// Renders `public/icon.svg` to the PNG icons of the app.
//
//   npm run icons

import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import config from "../playwright.config.js";

const svg = await readFile(new URL("../public/icon.svg", import.meta.url), "utf8");
// Maskable icons need color up to the edge and the figure well inside.
const figure = svg.slice(svg.indexOf("<g"), svg.lastIndexOf("</svg>"));
const ground = /fill="(#\w+)"/.exec(svg)?.[1] ?? "";
const maskable =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' +
  `<rect width="100" height="100" fill="${ground}"/><g transform="translate(17 17) scale(.66)">${figure}</g></svg>`;

const browser = await chromium.launch(config.use?.launchOptions);
for (const [name, picture, size] of /** @type {const} */ ([
  ["icon-192", svg, 192],
  ["icon-512", svg, 512],
  ["icon-maskable-512", maskable, 512],
])) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const address = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  await page.setContent(`<body style="margin:0"><img src="${address}" width="${size}" height="${size}">`);
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true });
}
await browser.close();
