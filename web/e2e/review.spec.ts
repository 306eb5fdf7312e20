import { standardStartOf, writeFen } from "../src/rules";
import { currentMove, expectMoves, graph, openGame, OWN_GAME, realGame } from "./analysis-helpers";
import { expect, test } from "./fixtures";

test("a pasted game is reviewed, and its mistakes can be visited", async ({ page, open }) => {
  await openGame(page, open, await realGame());
  // Live analysis would slow down the review.
  await page.keyboard.press("l");
  await page.getByLabel("Time per move").selectOption("0.1 s per move");
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(page.getByText(/Reviewing: \d+ of \d+/)).toBeVisible();

  // The review continues during a reload.
  await page.reload();
  await expect(page.getByText(/Reviewing: \d+ of \d+/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Review again" })).toBeVisible({ timeout: 60_000 });

  for (const side of ["white", "black"]) {
    await expect(page.locator(`[data-side="${side}"] .accuracy`)).toHaveText(/\d+%/);
  }
  const counted = await page
    .locator("[data-judgement]")
    .evaluateAll((cells) => cells.reduce((sum, one) => sum + Number(one.getAttribute("data-count")), 0));
  const signs = page.locator(".glyph.inaccuracy, .glyph.mistake, .glyph.blunder");
  await expect(signs).toHaveCount(counted);
  expect(counted).toBeGreaterThan(0);

  // N goes to the first move with a glyph; Shift+N wraps around to the last.
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  const first = page.locator("[data-node]").filter({ has: signs }).first();
  const ply = await first.getAttribute("data-ply");
  await expect(currentMove(page)).toHaveAttribute("data-ply", ply ?? "");
  await expect(graph(page)).toHaveAttribute("aria-valuenow", ply ?? "");
  await page.keyboard.press("Shift+N");
  const last = page.locator("[data-node]").filter({ has: signs }).last();
  await expect(currentMove(page)).toHaveAttribute("data-ply", (await last.getAttribute("data-ply")) ?? "");
  await expect(page.getByRole("note")).toContainText("win probability");

  // The best line is added as a variation.
  const better = page.getByRole("button", { name: / was best$/ });
  const preferred = ((await better.textContent()) ?? "").replace(" was best", "").trim();
  await better.click();
  await expect(currentMove(page)).toHaveText(preferred);

  // Everything is still there after a reload.
  await page.reload();
  await expect(signs).toHaveCount(counted);
});

test("the graph navigates by click and drag and has a tooltip", async ({ page, open }) => {
  const game = await realGame();
  await openGame(page, open, game);
  await page.keyboard.press("l");
  const box = (await graph(page).boundingBox())!;
  const middle = box.y + 20;
  await page.mouse.move(box.x + 8, middle);
  await page.mouse.down();
  await expect(graph(page)).toHaveAttribute("aria-valuenow", "0");
  await page.mouse.move(box.x + box.width / 2, middle, { steps: 5 });
  await expect(graph(page)).toHaveAttribute("aria-valuenow", `${Math.round(game.moves.length / 2)}`);
  await page.mouse.move(box.x + box.width - 8, middle, { steps: 5 });
  await page.mouse.up();
  await expect(currentMove(page)).toHaveText(game.moves.at(-1)!);
  await expect(page.locator(".tip")).toContainText(game.moves.at(-1)!);
});

test("a review can be canceled", async ({ page, open, server }) => {
  await openGame(page, open, await realGame());
  await page.keyboard.press("l");
  await page.getByLabel("Time per move").selectOption("3 s per move");
  const begun = page.waitForResponse((response) => response.url().endsWith("/api/v1/reviews"));
  await page.getByRole("button", { name: "Review game" }).click();
  const { id } = (await (await begun).json()) as { id: number };
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/Reviewing/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Review/ })).toBeEnabled();
  const asked = () => page.request.get(`${server.url}/api/v1/reviews/${id}`);
  await expect.poll(async () => (await asked()).status()).toBe(404);
});

test("the review of a stored game is saved with it", async ({ page, open, server }) => {
  const players = { black: { kind: "person" }, white: { kind: "person" } };
  const start = writeFen(standardStartOf({ width: 6, height: 6 })!);
  const data = { start, ...players, moves: OWN_GAME.slice(0, 6) };
  const answer = await page.request.post(`${server.url}/api/v1/games`, { data });
  const { id } = (await answer.json()) as { id: number };
  await open(`#/analysis/game/${id}`);
  await expectMoves(page, OWN_GAME.slice(0, 6));
  await page.keyboard.press("l");
  await page.getByLabel("Time per move").selectOption("0.1 s per move");
  await page.getByRole("button", { name: "Review game" }).click();
  await expect(page.locator('[data-side="white"] .accuracy')).toHaveText(/\d+%/);
  await page.evaluate(() => localStorage.removeItem("thermodon.analysis.desk"));
  await page.reload();
  await expect(page.locator('[data-side="white"] .accuracy')).toHaveText(/\d+%/);
});

test("a played game is reviewed by one click, and exported with players, result, date and values", async ({
  page,
  open,
  server,
}) => {
  const post = async (path: string, data: object) =>
    (await (await page.request.post(`${server.url}/api/v1${path}`, { data })).json()) as { id: number };
  const { id } = await post("/games", {
    start: "6x6",
    black: { kind: "engine", level: 3 },
    white: { kind: "person" },
    moves: OWN_GAME.slice(0, 6),
  });
  await post(`/games/${id}/resign`, { side: "white" });
  await open(`#/game/${id}`);
  await page.getByRole("link", { name: "Review game" }).click();
  await expect(page.getByRole("button", { name: "Review again" })).toBeVisible();
  await expect(
    page.getByText(/Thermodon level 3 \(Learner\) – Human · \d{4}-\d\d-\d\d · B\+R/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Copy or download" }).click();
  const sgf = page.getByRole("dialog").getByRole("textbox");
  await expect(sgf).toHaveValue(/PB\[Thermodon level 3 \(Learner\)\]/);
  for (const property of [/PW\[Human\]/, /RE\[B\+R\]/, /DT\[\d{4}-\d\d-\d\d\]/, /(V\[[^\]]*\][^V]*){6}/])
    await expect(sgf).toHaveValue(property);
});
