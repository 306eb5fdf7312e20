// Board input by mouse, touch and keyboard, and whole games played with it.

import { expect, type Locator, type Page } from "@playwright/test";
import type { Game } from "../src/api/types";
import {
  legalMoves,
  moveText,
  parseFen,
  replay,
  squaresOf,
  writeFen,
  type Move,
  type Square,
} from "../src/rules";

export type MoveInput = (page: Page, move: Move) => Promise<void>;

export function cell(page: Page, square: Square): Locator {
  return page.locator(`[data-square="${square}"]`);
}

async function center(page: Page, square: Square): Promise<{ x: number; y: number }> {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(page: Page, square: Square): Promise<void> {
  const { x, y } = await center(page, square);
  await page.mouse.click(x, y);
}

export async function drag(page: Page, from: Square, to: Square): Promise<void> {
  const [start, end] = [await center(page, from), await center(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

export const byClicks: MoveInput = async (page, { from, to, arrow }) => {
  for (const square of [from, to, arrow]) await click(page, square);
};

export const byDrags: MoveInput = async (page, { from, to, arrow }) => {
  await drag(page, from, to);
  await drag(page, to, arrow);
};

export const byTaps: MoveInput = async (page, { from, to, arrow }) => {
  for (const square of [from, to, arrow]) {
    const { x, y } = await center(page, square);
    await page.touchscreen.tap(x, y);
  }
};

/** Playwright has no touch drag; the DevTools protocol does. */
export const byTouchDrags: MoveInput = async (page, { from, to, arrow }) => {
  const finger = await page.context().newCDPSession(page);
  for (const [start, end] of [
    [from, to],
    [to, arrow],
  ]) {
    const [down, up] = [await center(page, start), await center(page, end)];
    const middle = { x: (down.x + up.x) / 2, y: (down.y + up.y) / 2 };
    await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [down] });
    for (const point of [middle, up]) {
      await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
};

export const byKeys: MoveInput = async (page, { from, to, arrow }) => {
  for (const square of [from, to, arrow]) {
    await moveCursor(page, square);
    await page.keyboard.press("Enter");
  }
};

/** Moves the board cursor with the arrow keys. */
async function moveCursor(page: Page, square: Square): Promise<void> {
  const board = page.getByRole("grid");
  const cursor = async () => {
    const id = await board.getAttribute("aria-activedescendant");
    return (await page.locator(`[id="${id}"]`).getAttribute("data-square")) as Square;
  };
  for (let presses = 0; presses < 40; presses++) {
    const [at, goal] = [await center(page, await cursor()), await center(page, square)];
    if (Math.abs(goal.x - at.x) > 1) await page.keyboard.press(goal.x > at.x ? "ArrowRight" : "ArrowLeft");
    else if (Math.abs(goal.y - at.y) > 1) await page.keyboard.press(goal.y > at.y ? "ArrowDown" : "ArrowUp");
    else return;
  }
  throw new Error(`The cursor did not reach ${square}.`);
}

/** Starts a 5×5 game against the weakest level, or between two players on this device. */
export async function startShortGame(page: Page, { twoPlayers = false } = {}): Promise<void> {
  await page.getByText("5×5", { exact: true }).click();
  if (twoPlayers) await page.getByText("Two players").click();
  else await page.getByLabel("Level").fill("1");
  await page.getByRole("button", { name: "Start" }).click();
  // Wait for the game's board; the form shows one too.
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
}

/** The shown game as the server has it. */
export async function gameOf(page: Page): Promise<Game> {
  await page.waitForURL(/#\/game\/\d+/);
  const id = /game\/(\d+)/.exec(page.url())?.[1];
  const answer = await page.request.get(new URL(`/api/v1/games/${id}`, page.url()).href);
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as Game;
}

/** The shown position. */
export async function shownPosition(page: Page): Promise<string[]> {
  return page
    .locator("[data-content]")
    .evaluateAll((cells) =>
      cells
        .map((element) => `${element.getAttribute("data-square")} ${element.getAttribute("data-content")}`)
        .sort(),
    );
}

export async function expectPosition(page: Page, fen: string): Promise<void> {
  const position = parseFen(fen);
  const expected = squaresOf(position.size).map((square) => `${square} ${position.at(square)}`);
  await expect.poll(() => shownPosition(page), `the board of ${fen}`).toEqual(expected.sort());
}

/** Waits for the human's turn or the end of the game. */
async function humanTurn(page: Page): Promise<Game> {
  await expect
    .poll(async () => {
      const game = await gameOf(page);
      return game.result !== null || game[game.to_move].kind === "person";
    })
    .toBe(true);
  return gameOf(page);
}

/** A move that depends on the position only, so that failures can be reproduced. */
export function pickMove(fen: string): Move {
  const moves = legalMoves(parseFen(fen));
  return moves[Math.floor(moves.length * 0.61)];
}

/** Plays one move and checks that the server accepted it. */
export async function playOne(page: Page, make: MoveInput): Promise<Game> {
  const before = await humanTurn(page);
  await expectPosition(page, before.fen);
  const move = pickMove(before.fen);
  await make(page, move);
  await expect.poll(async () => (await gameOf(page)).moves[before.moves.length]).toBe(moveText(move));
  return before;
}

/** Plays one move by clicks and waits for the computer's answer. */
export async function playWithAnswer(page: Page): Promise<Game> {
  const before = await playOne(page, byClicks);
  await expect.poll(async () => (await gameOf(page)).moves.length).toBe(before.moves.length + 2);
  const game = await gameOf(page);
  await expectPosition(page, game.fen);
  return game;
}

/** Plays until the game ends. */
export async function playOut(page: Page, make: MoveInput): Promise<Game> {
  for (;;) {
    const game = await humanTurn(page);
    if (game.result) return game;
    await playOne(page, make);
  }
}

/** The position after a game's moves, by the page's rules. */
export function finalFen(game: Game): string {
  return writeFen(replay(parseFen(game.start), game.moves).at(-1)!);
}
