import { moveText, parseFen, parseMove, replay, standardStartOf, writeFen } from "../src/rules";
import {
  currentMove,
  expectMoves,
  graph,
  lines,
  heatIntensities,
  moves,
  openGame,
  OWN_GAME,
  paste,
} from "./analysis-helpers";
import { byClicks, cell, expectPosition } from "./board-input";
import { expect, test } from "./fixtures";

const START = standardStartOf({ width: 6, height: 6 })!;
const POSITIONS = replay(START, OWN_GAME).map(writeFen);

/** The position after a line. */
function after(fen: string, line: readonly string[]): string {
  return writeFen(replay(parseFen(fen), line).at(-1)!);
}

test("live lines can be previewed and played", async ({ page, open }) => {
  await openGame(page, open);
  await expect(lines(page)).toHaveCount(3);

  const nodes = page.locator("[data-nodes]");
  const seen = Number(await nodes.getAttribute("data-nodes"));
  await expect.poll(async () => Number(await nodes.getAttribute("data-nodes"))).toBeGreaterThan(seen);

  await page.getByRole("button", { name: "More lines" }).click();
  await expect(lines(page)).toHaveCount(4);

  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Continue (P)" })).toBeVisible();
  // A search that has just begun may have a line of one move.
  const line = (await lines(page).first().getByRole("button").allTextContents()).slice(0, 2);
  const last = lines(page)
    .first()
    .getByRole("button")
    .nth(line.length - 1);
  await last.hover();
  await expect(page.locator("[data-line]")).toHaveCount(line.length);
  const changed = page.locator("[data-preview]");
  await expect(changed.first()).toBeAttached();
  expect(
    await page.locator("[data-line]").evaluateAll((all) => all.map((one) => one.getAttribute("data-line"))),
  ).toEqual(line);

  await last.click();
  await expectPosition(page, after(POSITIONS[0], line));
  await expect(changed).toHaveCount(0);
  await expect(currentMove(page)).toHaveText(line.at(-1)!);
});

test("best moves are drawn as arrows, and hints can be hidden", async ({ page, open }) => {
  await openGame(page, open);
  await expect(page.locator("[data-line]").first()).toBeAttached();
  await expect
    .poll(async () => {
      // The search may change its choice meanwhile.
      const line = await lines(page).first().getByRole("button").first().textContent();
      return (await page.locator("[data-line]").first().getAttribute("data-line")) === line;
    })
    .toBe(true);
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press("z");
  await expect(lines(page)).toHaveCount(0);
  await expect(page.locator("[data-line]")).toHaveCount(0);
  await expect(page.locator("[data-heat]")).toHaveCount(0);
  await expect(page.getByText("Hints are hidden; the graph stays visible.")).toBeVisible();
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press("z");
  await page.keyboard.press("l");
  await expect(page.getByText("The engine is off.")).toBeVisible();
  await page.keyboard.press("l");
  await expect(lines(page).first()).toBeVisible();
});

test("the heatmap shows destinations, then the arrows from the hovered one", async ({ page, open }) => {
  await openGame(page, open);
  await page.keyboard.press("t");
  await expect.poll(async () => Object.keys(await heatIntensities(page)).length).toBeGreaterThan(1);
  await page.keyboard.press("p");
  const best = parseMove(START, (await lines(page).first().getByRole("button").first().textContent()) ?? "");
  const first = await heatIntensities(page);
  expect(Math.max(...Object.values(first))).toBe(1);
  expect(first[best.to]).toBe(1);

  await cell(page, best.to).hover();
  await expect(page.getByText(`Arrows from ${best.to}.`)).toBeVisible();
  const second = await heatIntensities(page);
  expect(second).not.toEqual(first);
  expect(second[best.arrow]).toBe(1);

  // With an amazon selected, only its destinations are shown.
  await page.mouse.move(0, 0);
  await cell(page, best.from).click();
  const destinations = await page
    .locator("[data-target]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-square")));
  for (const square of Object.keys(await heatIntensities(page))) expect(destinations).toContain(square);
});

test("variations can be edited, undone, and survive a reload", async ({ page, open }) => {
  await openGame(page, open);
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  await expectPosition(page, POSITIONS[1]);

  // A second answer to the first move is a variation.
  const other = parseMove(parseFen(POSITIONS[1]), "a5-a6/a5");
  await byClicks(page, other);
  await expect(currentMove(page)).toHaveText(moveText(other));
  await expect(moves(page)).toHaveCount(OWN_GAME.length + 1);
  await page.getByRole("button", { name: "Interesting move" }).click();
  await page.getByLabel("Comment").fill("A quiet one.");
  await expect(currentMove(page)).toHaveText(`${moveText(other)}!?`);

  await page.reload();
  await expect(currentMove(page)).toHaveText(`${moveText(other)}!?`);
  await expect(page.locator("[data-comment]")).toHaveText("A quiet one.");

  // Keys go to siblings and along the line.
  await page.keyboard.press("ArrowUp");
  await expect(currentMove(page)).toHaveText(OWN_GAME[1]);
  await page.keyboard.press("ArrowDown");
  await expect(currentMove(page)).toHaveText(`${moveText(other)}!?`);
  await page.keyboard.press("Home");
  await expectPosition(page, POSITIONS[0]);
  await page.keyboard.press("End");
  await expectPosition(page, POSITIONS[OWN_GAME.length]);

  // Promoting swaps it with the main line.
  await moves(page)
    .filter({ hasText: moveText(other) })
    .click();
  await page.getByRole("button", { name: "Promote variation" }).click();
  await expect(graph(page)).toHaveAttribute("aria-valuemax", "2");
  await page.keyboard.press("Control+z");
  await expect(graph(page)).toHaveAttribute("aria-valuemax", `${OWN_GAME.length}`);
  await page.keyboard.press("Control+y");
  await expect(graph(page)).toHaveAttribute("aria-valuemax", "2");

  await page.getByRole("button", { name: "Delete from here" }).click();
  await expectMoves(page, OWN_GAME);
  await page.reload();
  await expectMoves(page, OWN_GAME);
});

test("annotations of a stored game are saved with it", async ({ page, open, server }) => {
  const answer = await page.request.post(`${server.url}/api/v1/games`, {
    data: {
      start: writeFen(START),
      black: { kind: "person" },
      white: { kind: "person", name: "Antiope" },
      moves: OWN_GAME.slice(0, 4),
    },
  });
  const { id } = (await answer.json()) as { id: number };
  await open(`#/analysis/game/${id}`);
  await expectMoves(page, OWN_GAME.slice(0, 4));
  await page.getByLabel("Comment").fill("Kept with the game.");
  await expect
    .poll(async () => {
      const game = await (await page.request.get(`${server.url}/api/v1/games/${id}`)).json();
      return JSON.stringify(game.tree);
    })
    .toContain("Kept with the game.");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator("[data-comment]")).toHaveText("Kept with the game.");

  // A game pasted here becomes a draft of its own.
  await page.getByRole("slider").click({ position: { x: 1, y: 1 } });
  await paste(page, "6x6 moves a2-a3/a2");
  await page.waitForURL(/#\/analysis\/draft\//);
  await expectMoves(page, ["a2-a3/a2"]);
  const game = await (await page.request.get(`${server.url}/api/v1/games/${id}`)).json();
  expect(game.moves).toEqual(OWN_GAME.slice(0, 4));
  expect(JSON.stringify(game.tree)).toContain("Kept with the game.");
});

test("a missing game is reported", async ({ page, open }) => {
  await open("#/analysis/game/987654");
  await expect(page.getByText(/987654/)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the panels are tabs", async ({ page, open }) => {
    await openGame(page, open);
    await expect(lines(page).first()).toBeVisible();
    await expect(moves(page).first()).toBeHidden();
    await page.getByRole("tab", { name: "Moves" }).tap();
    await expect(lines(page).first()).toBeHidden();
    await moves(page).nth(2).tap();
    await expectPosition(page, POSITIONS[3]);
    await page.getByRole("tab", { name: "Graph" }).tap();
    const box = (await graph(page).boundingBox())!;
    await page.touchscreen.tap(box.x + box.width - 8, box.y + 20);
    await expectPosition(page, POSITIONS[OWN_GAME.length]);
    await page.getByRole("button", { name: "Previous move" }).tap();
    await expectPosition(page, POSITIONS[OWN_GAME.length - 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("percent and squares name the same leader, and lines are sorted by what they show", async ({
  page,
  open,
}) => {
  // The network alone expects White to lead by 0.3 squares here, but White to lose.
  await open("#/a=*4_5_qq*q1_**Qq*_1Q*QQ_5_1*3.b");
  const margin = page.locator(".engine .margin");
  const leader = page.locator(".engine header [data-leader]");
  await expect(async () => {
    const side = (await leader.getAttribute("data-leader")) === "white" ? "White" : "Black";
    await expect(margin).toContainText(side, { timeout: 1000 });
  }).toPass();
  await open("#/analysis");
  await expect(lines(page)).toHaveCount(3);
  const rows = page.locator(".engine .lines li");
  await expect(async () => {
    // White moves: her win probabilities fall, first guesses last.
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => {
        const label = row.querySelector("[data-leader]");
        const percent = Number(/\d+/.exec(label?.textContent ?? "")?.[0]);
        const white = label?.getAttribute("data-leader") === "white" ? percent : 100 - percent;
        return white - (row.classList.contains("guess") ? 100 : 0);
      }),
    );
    expect(shown).toEqual([...shown].sort((one, other) => other - one));
  }).toPass();
  await expect(rows.first().locator(".visits")).toHaveText(/\d/);
});

test("arrow keys step through the game after a click on a tab, and choose tabs that have the focus", async ({
  page,
  open,
}) => {
  await openGame(page, open);
  await page.keyboard.press("l");
  await page.keyboard.press("End");
  const book = page.getByRole("tab", { name: "Book" });
  const endgame = page.getByRole("tab", { name: "Endgame" });
  await book.click();
  await page.keyboard.press("ArrowLeft");
  await expect(book).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Moves" }).click();
  await expect(currentMove(page)).toHaveAttribute("data-ply", String(OWN_GAME.length - 1));
  await page.getByRole("tab", { name: "Moves" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(endgame).toHaveAttribute("aria-selected", "true");
  await expect(endgame).toBeFocused();
});
