// The page without its server.

import { expect, Server, test } from "./fixtures";

test("the page opens without its server and recovers when it is back", async ({ page }) => {
  const server = await Server.start();
  await page.goto(`${server.url}/#/`);
  const isKept = () => page.evaluate(async () => (await caches.match("/")) !== undefined);
  await expect.poll(isKept).toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // Visited, so that its files are cached.
  await page.goto(`${server.url}/#/settings`);
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  const port = server.port;
  await server.kill();
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Cannot reach the server");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.filter((path) => path.startsWith("/api"))).toEqual([]);
  await server.run(port);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto(`${server.url}/#/`);
  await expect(
    page
      .getByText("Beginner")
      .or(page.getByText(/Level|·/))
      .first(),
  ).toBeVisible();
  await server.stop();
});

test("the page can be installed", async ({ page, open, server }) => {
  await open();
  const manifest = await (await page.request.get(`${server.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ start_url: "/", scope: "/", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
    const answer = await page.request.get(server.url + src);
    expect(answer.headers()["content-type"], src).toBe(type);
    if (sizes === "any") continue;
    const width = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(width, src).toBe(sizes);
  }
  // Chromium's own manifest check.
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
});
