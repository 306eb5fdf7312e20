import { currentMove, expectMoves, graph, lines, moves, OWN_GAME, OWN_TEXT, paste, warmths } from "./desk";
import { byClicks, cell, expectShown } from "./hand";
import { expect, test } from "./server";
import { moveText, parseFen, parseMove, replay, startOf, writeFen } from "../src/rules";

const START = startOf({ width: 6, height: 6 })!;
const POSITIONS = replay(START, OWN_GAME).map(writeFen);

/** A position that is on the board after a line is stepped into. */
function after(fen: string, line: readonly string[]): string {
  return writeFen(replay(parseFen(fen), line).at(-1)!);
}

test("lines come live, can be pointed at and stepped into", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  await expect(lines(page)).toHaveCount(3);

  const nodes = page.locator("[data-nodes]");
  const seen = Number(await nodes.getAttribute("data-nodes"));
  await expect.poll(async () => Number(await nodes.getAttribute("data-nodes"))).toBeGreaterThan(seen);

  await page.getByRole("button", { name: "More lines" }).click();
  await expect(lines(page)).toHaveCount(4);

  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Go on (P)" })).toBeVisible();
  const line = (await lines(page).first().getByRole("button").allTextContents()).slice(0, 2);
  await lines(page).first().getByRole("button").nth(1).hover();
  await expect(page.locator("[data-line]")).toHaveCount(2);
  const changed = page.locator("[data-preview]");
  await expect(changed.first()).toBeAttached();
  expect(
    await page.locator("[data-line]").evaluateAll((all) => all.map((one) => one.getAttribute("data-line"))),
  ).toEqual(line);

  await lines(page).first().getByRole("button").nth(1).click();
  await expectShown(page, after(POSITIONS[0], line));
  await expect(changed).toHaveCount(0);
  await expect(currentMove(page)).toHaveText(line[1]);
});

test("the best moves are drawn as arrows, and hints can be off while the graph stays", async ({
  page,
  open,
}) => {
  await open("#/analysis");
  await paste(page, OWN_TEXT);
  await expect(page.locator("[data-line]").first()).toBeAttached();
  await expect
    .poll(async () => {
      // The search may change its mind between two looks.
      const line = await lines(page).first().getByRole("button").first().textContent();
      return (await page.locator("[data-line]").first().getAttribute("data-line")) === line;
    })
    .toBe(true);
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press("z");
  await expect(lines(page)).toHaveCount(0);
  await expect(page.locator("[data-line]")).toHaveCount(0);
  await expect(page.locator("[data-heat]")).toHaveCount(0);
  await expect(page.getByText("Hints are hidden. The graph stays.")).toBeVisible();
  await expect(graph(page)).toBeVisible();
  await page.keyboard.press("z");
  await page.keyboard.press("l");
  await expect(page.getByText("The engine is off.")).toBeVisible();
  await page.keyboard.press("l");
  await expect(lines(page).first()).toBeVisible();
});

test("heat shows destinations, then the shots from the one that is pointed at", async ({ page, open }) => {
  await open("#/analysis");
  await paste(page, OWN_TEXT);
  await page.keyboard.press("t");
  await expect.poll(async () => Object.keys(await warmths(page)).length).toBeGreaterThan(1);
  await page.keyboard.press("p");
  const best = parseMove(START, (await lines(page).first().getByRole("button").first().textContent()) ?? "");
  const first = await warmths(page);
  expect(Math.max(...Object.values(first))).toBe(1);
  expect(first[best.to]).toBe(1);

  await cell(page, best.to).hover();
  await expect(page.getByText(`Where to shoot from ${best.to}.`)).toBeVisible();
  const second = await warmths(page);
  expect(second).not.toEqual(first);
  expect(second[best.shot]).toBe(1);

  // With an amazon chosen, only her destinations are warm.
  await page.mouse.move(0, 0);
  await cell(page, best.from).click();
  const open_ = await page
    .locator("[data-target]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-square")));
  for (const square of Object.keys(await warmths(page))) expect(open_).toContain(square);
});

test("a tree of variations can be made, edited, taken back, and survives a reload", async ({
  page,
  open,
}) => {
  await open("#/analysis");
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  await expectShown(page, POSITIONS[1]);

  // Another answer to the first move: a variation.
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

  // The keys go to the move beside it and back, and along the line.
  await page.keyboard.press("ArrowUp");
  await expect(currentMove(page)).toHaveText(OWN_GAME[1]);
  await page.keyboard.press("ArrowDown");
  await expect(currentMove(page)).toHaveText(`${moveText(other)}!?`);
  await page.keyboard.press("Home");
  await expectShown(page, POSITIONS[0]);
  await page.keyboard.press("End");
  await expectShown(page, POSITIONS[OWN_GAME.length]);

  // Promoted, the variation is the main line, and the old one a variation.
  await moves(page)
    .filter({ hasText: moveText(other) })
    .click();
  await page.getByRole("button", { name: "Promote the variation" }).click();
  await expect(graph(page)).toHaveAttribute("aria-valuemax", "2");
  await page.keyboard.press("Control+z");
  await expect(graph(page)).toHaveAttribute("aria-valuemax", `${OWN_GAME.length}`);
  await page.keyboard.press("Control+y");
  await expect(graph(page)).toHaveAttribute("aria-valuemax", "2");

  await page.getByRole("button", { name: "Delete from here on" }).click();
  await expectMoves(page, OWN_GAME);
  await page.reload();
  await expectMoves(page, OWN_GAME);
});

test("what is written about a stored game is kept with it", async ({ page, open, server }) => {
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

  // Another game that is pasted here does not touch this one.
  await page.getByRole("slider").click({ position: { x: 1, y: 1 } });
  await paste(page, "6x6 moves a2-a3/a2");
  await page.waitForURL(/#\/analysis$/);
  await expectMoves(page, ["a2-a3/a2"]);
  const game = await (await page.request.get(`${server.url}/api/v1/games/${id}`)).json();
  expect(game.moves).toEqual(OWN_GAME.slice(0, 4));
  expect(JSON.stringify(game.tree)).toContain("Kept with the game.");
});

test("a game that is not there is said to be not there", async ({ page, open }) => {
  await open("#/analysis/game/987654");
  await expect(page.getByText(/987654/)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the parts of the panel are tabs, and all can be touched", async ({ page, open }) => {
    await open("#/analysis");
    await paste(page, OWN_TEXT);
    await expect(lines(page).first()).toBeVisible();
    await expect(moves(page).first()).toBeHidden();
    await page.getByRole("tab", { name: "Moves" }).tap();
    await expect(lines(page).first()).toBeHidden();
    await moves(page).nth(2).tap();
    await expectShown(page, POSITIONS[3]);
    await page.getByRole("tab", { name: "Graph" }).tap();
    const box = (await graph(page).boundingBox())!;
    await page.touchscreen.tap(box.x + box.width - 8, box.y + 20);
    await expectShown(page, POSITIONS[OWN_GAME.length]);
    await page.getByRole("button", { name: "One move back" }).tap();
    await expectShown(page, POSITIONS[OWN_GAME.length - 1]);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
