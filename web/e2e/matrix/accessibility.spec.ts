// Settings, navigation and accessibility.

import { gameOf, pickMove } from "../board-input";
import { expect, test } from "../fixtures";
import { checkPage, checkTouchTargets } from "../page-checks";

test("theme and colors are saved and accessible", async ({ page, open, message }) => {
  await open("#/settings");
  await expect(page.getByRole("heading", { level: 1, name: message("nav.settings") })).toBeVisible();
  await page.getByText(message("settings.colors.color-blind"), { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-colors", "color-blind");
  await checkPage(page);
  await page.getByText(message("settings.theme.dark"), { exact: true }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-colors", "color-blind");
  // Boards use these colors too.
  for (const address of ["#/", "#/analysis"]) {
    await page.goto(page.url().replace(/#.*/, address));
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await checkPage(page);
  }
});

test("every page is reached by the header and by shortcuts", async ({ page, open, message, isMobile }) => {
  await open();
  await checkTouchTargets(page);
  for (const label of ["nav.analysis", "nav.games", "nav.editor", "nav.engines", "nav.settings"] as const) {
    const link = page.getByRole("navigation").getByRole("link", { name: message(label) });
    // On phones some items are in the menu.
    if (!(await link.filter({ visible: true }).count())) await page.getByText(message("nav.menu")).click();
    await link.filter({ visible: true }).click();
    await expect(page.locator("[aria-current=page]").first()).toHaveText(message(label));
  }
  if (isMobile) return;
  for (const [key, address] of [
    ["p", /#\/$/],
    ["a", /#\/analysis/],
    ["e", /#\/editor/],
    ["n", /#\/engines/],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(page).toHaveURL(address);
  }
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: message("keys.title") });
  await expect(sheet).toContainText(message("keys.here"));
  await checkPage(page);
});

test("a game with board description, typed moves and speech", async ({ page, open, message }) => {
  // Records spoken text.
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    speechSynthesis.speak = ({ text }) => said.push(text);
  });
  await open("#/settings");
  await page.getByText(message("settings.board_description"), { exact: true }).click();
  await expect(page.getByRole("switch", { name: message("settings.board_description") })).toBeChecked();
  await page.getByText(message("settings.speech"), { exact: true }).click();
  await expect(page.getByRole("switch", { name: message("settings.speech") })).toBeChecked();
  await page.goto(page.url().replace(/#.*/, "#/"));
  await page.getByText("5×5", { exact: true }).click();
  await page.getByLabel(message("new.level")).fill("1");
  await page.getByRole("button", { name: message("new.start") }).click();
  const game = await gameOf(page);
  const board = page.getByRole("region", { name: message("description.label") });
  await expect(board).toContainText(message("description.to_move", { side: message("side.white") }));
  await page.keyboard.press("r");
  const heard = () => page.evaluate(() => (window as unknown as { said: string[] }).said.join("|"));
  await expect.poll(heard).toContain(message("description.to_move", { side: message("side.white") }));
  const move = pickMove(game.fen);
  await page.keyboard.press("m");
  await page.keyboard.type(`${move.from} ${move.to} ${move.arrow}`);
  await page.keyboard.press("Enter");
  // The answer is announced and spoken, with squares spelled out.
  await expect.poll(async () => (await gameOf(page)).moves.length).toBeGreaterThanOrEqual(2);
  const [, answer] = (await gameOf(page)).moves;
  const [from, to, arrow] = answer.split(/[-/]/);
  const sentence = message("play.moved", { side: message("side.black"), from, to, arrow });
  await expect(page.locator("[aria-live=polite]").filter({ hasText: sentence })).toBeAttached();
  await expect.poll(heard).toContain(`${from[0].toUpperCase()} ${from.slice(1)}`);
  await checkPage(page);
});
