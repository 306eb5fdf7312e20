// What the page does for people, whatever they speak, see, hear or hold.

import { expectFit, expectTouchable } from "../fit";
import { gameOf, someMove } from "../hand";
import { expect, test } from "../server";

test("settings: brightness and colours hold, and can be used by all", async ({ page, open, words }) => {
  await open("#/settings");
  await expect(page.getByRole("heading", { level: 1, name: words("settings.title") })).toBeVisible();
  await page.getByText(words("settings.colours.safe"), { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-colours", "safe");
  await expectFit(page);
  await page.getByText(words("settings.brightness.dark"), { exact: true }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-colours", "safe");
  // The boards in these colours too.
  for (const address of ["#/", "#/analysis"]) {
    await page.goto(page.url().replace(/#.*/, address));
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectFit(page);
  }
});

test("every place is reached by the header, and by keys", async ({ page, open, words, isMobile }) => {
  await open();
  await expectTouchable(page);
  for (const label of ["nav.analysis", "nav.games", "nav.editor", "nav.engines", "nav.settings"] as const) {
    const link = page.getByRole("navigation").getByRole("link", { name: words(label) });
    // On a phone some are in the menu.
    if (!(await link.filter({ visible: true }).count())) await page.getByText(words("nav.menu")).click();
    await link.filter({ visible: true }).click();
    await expect(page.locator("[aria-current=page]").first()).toHaveText(words(label));
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
  const sheet = page.getByRole("dialog", { name: words("keys.title") });
  await expect(sheet).toContainText(words("keys.here"));
  await expectFit(page);
});

test("a game by words: the board is described, moves are typed, answers are said", async ({
  page,
  open,
  words,
}) => {
  // What would be heard.
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    speechSynthesis.speak = ({ text }) => said.push(text);
  });
  await open("#/settings");
  await page.getByText(words("settings.described"), { exact: true }).click();
  await expect(page.getByRole("switch", { name: words("settings.described") })).toBeChecked();
  await page.getByText(words("settings.spoken"), { exact: true }).click();
  await expect(page.getByRole("switch", { name: words("settings.spoken") })).toBeChecked();
  await page.goto(page.url().replace(/#.*/, "#/"));
  await page.getByText("5×5", { exact: true }).click();
  await page.getByLabel(words("new.level")).fill("1");
  await page.getByRole("button", { name: words("new.start") }).click();
  const game = await gameOf(page);
  const board = page.getByRole("region", { name: words("words.label") });
  await expect(board).toContainText(words("words.to_move", { side: words("side.white") }));
  await page.keyboard.press("r");
  const heard = () => page.evaluate(() => (window as unknown as { said: string[] }).said.join("|"));
  await expect.poll(heard).toContain(words("words.to_move", { side: words("side.white") }));
  const move = someMove(game.fen);
  await page.keyboard.press("m");
  await page.keyboard.type(`${move.from} ${move.to} ${move.shot}`);
  await page.keyboard.press("Enter");
  // The answer is said, in words and aloud, with squares that are no words.
  await expect.poll(async () => (await gameOf(page)).moves.length).toBeGreaterThanOrEqual(2);
  const [, answer] = (await gameOf(page)).moves;
  const [from, to, shot] = answer.split(/[-/]/);
  const sentence = words("play.moved", { side: words("side.black"), from, to, shot });
  await expect(page.locator("[aria-live=polite]").filter({ hasText: sentence })).toBeAttached();
  await expect.poll(heard).toContain(`${from[0].toUpperCase()} ${from.slice(1)}`);
  await expectFit(page);
});
