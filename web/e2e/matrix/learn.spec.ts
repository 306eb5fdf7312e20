// The learn page: puzzles, mistakes, results by level.

import type { APIRequestContext } from "@playwright/test";
import { legalMoves, moveText, parseFen } from "../../src/rules";
import { expect, test } from "../fixtures";
import { checkPage } from "../page-checks";

interface Puzzle {
  readonly fen: string;
  readonly moves: number;
  readonly winning_moves: readonly string[];
}

test("a puzzle is missed, retried and solved; another is revealed", async ({
  page,
  open,
  message,
  server,
}) => {
  const puzzle = async (seed: number) => {
    const answer = await page.request.get(`${server.url}/api/v1/puzzles?difficulty=easy&seed=${seed}`);
    return (await answer.json()) as Puzzle;
  };
  await open("#/learn");
  await checkPage(page);
  await page
    .getByRole("link", { name: message("learn.start") })
    .first()
    .click();
  const field = page.locator("form input").first();
  const result = page.locator("[data-result]");
  const tryMove = async (move: string) => {
    await field.fill(move);
    await field.press("Enter");
  };
  await expect(result).toHaveAttribute("data-result", "none");
  const first = await puzzle(1);
  const losing = legalMoves(parseFen(first.fen)).map(moveText);
  await tryMove(losing.find((move) => !first.winning_moves.includes(move))!);
  await expect(result).toHaveAttribute("data-result", "wrong");
  await page.getByRole("button", { name: message("try_again") }).click();
  await tryMove(first.winning_moves[0]);
  await expect(result).toHaveAttribute("data-result", "right");
  await checkPage(page);
  await page.getByRole("button", { name: message("learn.next") }).click();
  await expect(page.locator("[data-puzzle='2']")).toBeVisible();
  await page.getByRole("button", { name: message("learn.show") }).click();
  const { moves, winning_moves } = await puzzle(2);
  await expect(result).toContainText(winning_moves[0]);
  const count = winning_moves.length;
  await expect(page.getByText(message("learn.puzzle_moves", { count, moves }))).toBeVisible();
  // The endgame panel counts the same moves, in a new analysis.
  await page.getByRole("link", { name: message("learn.explain") }).click();
  await expect(page.getByText(message("endgame.winning_moves", { count, moves }))).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/\b0 of 0\b|0手中0/);
});

/** Creates a reviewed 6×6 game that the human (White) resigned. */
async function lostGame(request: APIRequestContext, url: string): Promise<void> {
  const moves =
    "f2-c5/b4 f5-c2/c1 a2-a4/c6 b6-b5/f1 c5-c4/c5 e6-e4/d5 e1-f2/f6 e4-f4/d4 f2-e3/e6 c2-c3/a3 b1-e4/f3 c3-c2/b3";
  const post = async (path: string, data: object) =>
    (await (await request.post(`${url}/api/v1${path}`, { data })).json()) as { id: number; start: string };
  const game = await post("/games", {
    start: "6x6",
    black: { kind: "engine", level: 5, seconds: 0.01 },
    white: { kind: "person" },
    moves: moves.split(" "),
  });
  await post(`/games/${game.id}/resign`, { side: "white" });
  await post("/reviews", { start: game.start, moves: moves.split(" "), nodes: 40, game: game.id });
  const lessons = async () => {
    const answer = await request.get(`${url}/api/v1/lessons`);
    return ((await answer.json()) as { mistakes: unknown[] }).mistakes.length;
  };
  await expect.poll(lessons).toBeGreaterThan(0);
}

test("results by level are shown, and a mistake is solved", async ({ page, open, message, server }) => {
  await lostGame(page.request, server.url);
  await open("#/learn");
  await expect(page.locator("[data-level='5']")).toHaveAttribute("data-lost", /[1-9]/);
  await checkPage(page);
  await open("#/learn/mistakes");
  const result = page.locator("[data-result]");
  await expect(result).toHaveAttribute("data-result", "none");
  await checkPage(page);
  await page.getByRole("button", { name: message("learn.show") }).click();
  await expect(result).toHaveAttribute("data-result", "shown");
  const best = /[a-f]\d-[a-f]\d\/[a-f]\d/.exec((await result.textContent()) ?? "")?.[0];
  expect(best).toBeDefined();
  // A revealed mistake is not solved and comes again.
  await page.reload();
  const field = page.locator("form input").first();
  await field.fill(best!);
  await field.press("Enter");
  await expect(result).toHaveAttribute("data-result", "right");
});
