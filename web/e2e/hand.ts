// A person's hand: makes moves on the page's board by mouse, finger or key, and knows the rules to choose
// them.

import { expect, type Locator, type Page } from "@playwright/test";
import type { Game } from "../src/api/types";
import { legalMoves, moveText, parseFen, squaresOf, writeFen, type Move, type Square } from "../src/rules";

export type MakeMove = (page: Page, move: Move) => Promise<void>;

export function cell(page: Page, square: Square): Locator {
  return page.locator(`[data-square="${square}"]`);
}

async function centre(page: Page, square: Square): Promise<{ x: number; y: number }> {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(page: Page, square: Square): Promise<void> {
  const { x, y } = await centre(page, square);
  await page.mouse.click(x, y);
}

export async function drag(page: Page, from: Square, to: Square): Promise<void> {
  const [start, end] = [await centre(page, from), await centre(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

export const byClicks: MakeMove = async (page, { from, to, shot }) => {
  for (const square of [from, to, shot]) await click(page, square);
};

export const byDrags: MakeMove = async (page, { from, to, shot }) => {
  await drag(page, from, to);
  await drag(page, to, shot);
};

export const byTaps: MakeMove = async (page, { from, to, shot }) => {
  for (const square of [from, to, shot]) {
    const { x, y } = await centre(page, square);
    await page.touchscreen.tap(x, y);
  }
};

/** A finger that stays on the glass; only the browser's own protocol can move one. */
export const byTouchDrags: MakeMove = async (page, { from, to, shot }) => {
  const finger = await page.context().newCDPSession(page);
  for (const [start, end] of [
    [from, to],
    [to, shot],
  ]) {
    const [down, up] = [await centre(page, start), await centre(page, end)];
    const middle = { x: (down.x + up.x) / 2, y: (down.y + up.y) / 2 };
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [down] });
    for (const point of [middle, up]) {
      await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
};

export const byKeys: MakeMove = async (page, { from, to, shot }) => {
  for (const square of [from, to, shot]) {
    await moveCursor(page, square);
    await page.keyboard.press("Enter");
  }
};

/** Presses arrow keys until the board's cursor is there, one way or the other round. */
async function moveCursor(page: Page, square: Square): Promise<void> {
  const board = page.getByRole("grid");
  const cursor = async () => {
    const id = await board.getAttribute("aria-activedescendant");
    return (await page.locator(`[id="${id}"]`).getAttribute("data-square")) as Square;
  };
  for (let presses = 0; presses < 40; presses++) {
    const [at, goal] = [await centre(page, await cursor()), await centre(page, square)];
    if (Math.abs(goal.x - at.x) > 1) await page.keyboard.press(goal.x > at.x ? "ArrowRight" : "ArrowLeft");
    else if (Math.abs(goal.y - at.y) > 1) await page.keyboard.press(goal.y > at.y ? "ArrowDown" : "ArrowUp");
    else return;
  }
  throw new Error(`The cursor did not reach ${square}.`);
}

/** The game that the page shows, as the server keeps it. */
export async function gameOf(page: Page): Promise<Game> {
  await page.waitForURL(/#\/game\/\d+/);
  const id = /game\/(\d+)/.exec(page.url())?.[1];
  const answer = await page.request.get(new URL(`/api/v1/games/${id}`, page.url()).href);
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Game;
}

/** The position on the page's board. */
export async function shownOn(page: Page): Promise<string[]> {
  return page
    .locator("[data-content]")
    .evaluateAll((cells) =>
      cells
        .map((element) => `${element.getAttribute("data-square")} ${element.getAttribute("data-content")}`)
        .sort(),
    );
}

export async function expectShown(page: Page, fen: string): Promise<void> {
  const position = parseFen(fen);
  const expected = squaresOf(position.size).map((square) => `${square} ${position.at(square)}`);
  await expect.poll(() => shownOn(page), `the board of ${fen}`).toEqual(expected.sort());
}

/** Waits for our turn or the end, and says what it is. */
async function ourTurn(page: Page): Promise<Game> {
  await expect
    .poll(async () => {
      const game = await gameOf(page);
      return game.result !== null || game[game.to_move].kind === "person";
    })
    .toBe(true);
  return gameOf(page);
}

/** A move that depends on the position alone, so that a failure can be played again. */
export function someMove(fen: string): Move {
  const moves = legalMoves(parseFen(fen));
  return moves[Math.floor(moves.length * 0.61)];
}

/** Plays one move, and checks that the server took it and no other. */
export async function playOne(page: Page, make: MakeMove): Promise<Game> {
  const before = await ourTurn(page);
  await expectShown(page, before.fen);
  const move = someMove(before.fen);
  await make(page, move);
  await expect.poll(async () => (await gameOf(page)).moves[before.moves.length]).toBe(moveText(move));
  return before;
}

/** Plays to the end. */
export async function playOut(page: Page, make: MakeMove): Promise<Game> {
  for (;;) {
    const game = await ourTurn(page);
    if (game.result) return game;
    await playOne(page, make);
  }
}

/** The position after the moves of a game, by the page's rules. */
export function endOf(game: Game): string {
  let position = parseFen(game.start);
  for (const text of game.moves) {
    const move = legalMoves(position).find((candidate) => moveText(candidate) === text);
    if (!move) throw new Error(`${text} is not legal in ${writeFen(position)}.`);
    position = position.play(move);
  }
  return writeFen(position);
}
