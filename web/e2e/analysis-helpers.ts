// Helpers for tests of the analysis page.

import { expect, type Locator, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";

/** A whole 6×6 self-play game with occasional weak moves. */
export const OWN_GAME = [
  "f2-c5/b4",
  "f5-c2/c1",
  "a2-a4/c6",
  "b6-b5/f1",
  "c5-c4/c5",
  "e6-e4/d5",
  "e1-f2/f6",
  "e4-f4/d4",
  "f2-e3/e6",
  "c2-c3/a3",
  "b1-e4/f3",
  "c3-c2/b3",
  "c4-c3/c4",
  "c2-d2/f2",
  "c3-c2/c3",
  "f4-e5/f4",
  "e3-e2/d1",
  "b5-b6/b5",
  "e4-f5/d3",
  "d2-e3/e4",
  "e2-d2/e2",
  "b6-a6/b6",
  "d2-e1/d2",
  "e5-d6/e5",
  "c2-a2/c2",
];

export const OWN_TEXT = `6x6 moves ${OWN_GAME.join(" ")}`;

/** A whole game on 10×10 as a row of a Little Golem table. */
export async function realGame(): Promise<{ text: string; moves: string[] }> {
  const file = new URL("../../tests/data/games/little-golem.csv", import.meta.url);
  const rows = (await readFile(file, "utf8")).split("\n");
  const [, ...moves] = rows[1].split(",");
  return { text: rows[1], moves: moves.map((move) => move.slice(2, -1)) };
}

/** Opens the analysis page and pastes a game, by default `OWN_GAME`. */
export async function openGame(
  page: Page,
  open: (address: string) => Promise<void>,
  { text, moves } = { text: OWN_TEXT, moves: OWN_GAME },
): Promise<void> {
  await open("#/analysis");
  await paste(page, text);
  await expectMoves(page, moves);
}

/** Pastes with the keyboard. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

export async function drop(page: Page, text: string, name: string): Promise<void> {
  const carried = await page.evaluateHandle(
    ([content, title]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], title));
      return transfer;
    },
    [text, name],
  );
  for (const type of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent("body", type, { dataTransfer: carried });
  }
}

/** Moves of the move list. */
export function moves(page: Page): Locator {
  return page.locator("[data-node]");
}

/** Checks per move list without variations. */
export async function expectMoves(page: Page, expected: readonly string[]): Promise<void> {
  // A glyph may follow.
  const pattern = expected.map((move) => new RegExp(`^${move}(\\?|!|$)`));
  await expect(moves(page)).toHaveText(pattern);
}

export function currentMove(page: Page): Locator {
  return page.locator('[data-node][aria-current="step"]');
}

export function graph(page: Page): Locator {
  return page.getByRole("slider", { name: "Win probability over the game" });
}

export function lines(page: Page): Locator {
  return page.locator("[aria-label^='Line ']");
}

/** Overlay color by square. */
export function overlayColors(page: Page): Promise<Record<string, string>> {
  return page
    .locator("[data-shade]")
    .evaluateAll((squares) =>
      Object.fromEntries(
        squares.map((square) => [square.getAttribute("data-shade"), square.getAttribute("fill")]),
      ),
    );
}

/** Heatmap intensity by square. */
export async function heatIntensities(page: Page): Promise<Record<string, number>> {
  return page
    .locator("[data-heat]")
    .evaluateAll((squares) =>
      Object.fromEntries(
        squares.map((square) => [
          square.getAttribute("data-heat") ?? "",
          Number((square as SVGElement).style.getPropertyValue("--value")),
        ]),
      ),
    );
}
