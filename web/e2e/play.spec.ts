import type { Page } from "@playwright/test";
import { moveText, parseFen } from "../src/rules";
import {
  byClicks,
  byDrags,
  byKeys,
  byTaps,
  byTouchDrags,
  cell,
  click,
  expectPosition,
  finalFen,
  gameOf,
  pickMove,
  playOne,
  playOut,
  playWithAnswer,
  startShortGame,
} from "./board-input";
import { expect, test } from "./fixtures";

async function expectResult(page: Page) {
  const game = await gameOf(page);
  expect(game.result?.reason).toBe("no-moves");
  expect(finalFen(game)).toBe(game.fen);
  await expectPosition(page, game.fen);
  const winner = game.result?.winner === "white" ? "White" : "Black";
  await expect(page.getByRole("heading", { name: `${winner} wins` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Review game" })).toHaveAttribute(
    "href",
    `#/analysis/game/${game.id}/review`,
  );
}

test("a whole game by mouse, with clicks", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  await playOut(page, byClicks);
  await expectResult(page);
});

test("a whole game by mouse, dragging, as Black", async ({ page, open }) => {
  await open();
  await page.getByText("Black", { exact: true }).click();
  await startShortGame(page);
  expect((await gameOf(page)).white.kind).toBe("engine");
  await playOut(page, byDrags);
  await expectResult(page);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a whole game by tapping", async ({ page, open }) => {
    await open();
    await startShortGame(page);
    await page.getByRole("grid").scrollIntoViewIfNeeded();
    await playOut(page, byTaps);
    await expectResult(page);
  });

  test("touch drags move pieces and do not scroll the page", async ({ page, open }) => {
    await open();
    await startShortGame(page);
    await page.getByRole("grid").scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await playOne(page, byTouchDrags);
    await playOne(page, byTouchDrags);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test("pages fit the screen", async ({ page, open }) => {
    for (const address of ["#/", "#/editor", "#/games"]) {
      await open(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
  });
});

test("a whole game by keyboard", async ({ page, open }) => {
  await open();
  await page.getByText("5×5", { exact: true }).click();
  await page.getByLabel("Level").fill("1");
  await page.getByRole("button", { name: "Start" }).focus();
  await page.keyboard.press("Enter");
  await gameOf(page);
  for (
    let presses = 0;
    !(await page.getByRole("grid").evaluate((board) => board === document.activeElement));
    presses++
  ) {
    expect(presses).toBeLessThan(20);
    await page.keyboard.press("Tab");
  }
  await playOut(page, byKeys);
  await expectResult(page);
});

test("a typed move", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const game = await gameOf(page);
  const move = pickMove(game.fen);
  await page.keyboard.press("m");
  await page.keyboard.type("a1-a2/a3");
  await page.keyboard.press("Enter");
  await expect(page.getByText("There is no white amazon on a1; White is to move.")).toBeVisible();
  await page.getByLabel("Enter a move").fill(`${move.from} ${move.to} ${move.arrow}`);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await gameOf(page)).moves[0]).toBe(moveText(move));
});

test("only legal targets are offered, and selections can be undone", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const { fen } = await gameOf(page);
  const position = parseFen(fen);
  const targets = page.locator("[data-target]");
  await expect(targets).toHaveCount(0);

  await click(page, "b1");
  await expect(targets).toHaveCount(7);
  await click(page, "b1");
  await expect(targets).toHaveCount(0);

  await click(page, "b1");
  await click(page, "b3");
  await expect(cell(page, "b3")).toHaveAttribute("data-content", "white");
  // The vacated square can be burned.
  await expect(cell(page, "b1")).toHaveAttribute("data-target", "true");
  await page.keyboard.press("Escape");
  await expect(cell(page, "b1")).toHaveAttribute("data-content", "white");
  await expect(targets).toHaveCount(7);
  await click(page, "b3");
  await click(page, "b3");
  await expect(targets).toHaveCount(7);
  await page.getByRole("grid").click({ button: "right", position: { x: 200, y: 200 } });
  await expect(targets).toHaveCount(0);

  await click(page, "a4");
  await expect(targets).toHaveCount(0);
  expect(position.at("a4")).toBe("black");
  expect((await gameOf(page)).moves).toEqual([]);
});

test("take back, hint and resign", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const { start } = await playWithAnswer(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(async () => (await gameOf(page)).moves.length).toBe(0);
  await expectPosition(page, start);

  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".line .arrow.head")).toHaveCount(1);

  const resign = page.getByRole("button", { name: "Resign" });
  await resign.click();
  expect((await gameOf(page)).result).toBeNull();
  await resign.click();
  await expect(page.getByRole("heading", { name: "Black wins" })).toBeVisible();
  expect((await gameOf(page)).result).toEqual({ winner: "black", reason: "resignation" });
});

test("two humans on one device with a clock", async ({ page, open }) => {
  await open();
  await page.getByText("Two players").click();
  await page.getByText("5+5").click();
  await page.getByText("6×6", { exact: true }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("timer")).toHaveCount(2);
  await playOne(page, byClicks);
  await playOne(page, byDrags);
  const game = await gameOf(page);
  expect(game.moves.length).toBe(2);
  expect(game.clock).toEqual({ seconds: 300, increment: 5 });
  // White is to move: only White's clock runs.
  const [white, black] = [
    page.locator('[data-side="white"] [role="timer"]'),
    page.locator('[data-side="black"] [role="timer"]'),
  ];
  const before = { white: await white.textContent(), black: await black.textContent() };
  await expect(white).not.toHaveText(before.white ?? "");
  await expect(black).toHaveText(before.black ?? "");
});

test("earlier positions can be viewed and played from", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const game = await playWithAnswer(page);
  await page.keyboard.press("ArrowLeft");
  await expectPosition(page, finalFen({ ...game, moves: game.moves.slice(0, 1) }));
  await page.keyboard.press("Home");
  await expectPosition(page, game.start);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: "Play from here" }).click();
  await page.getByText("Two players").click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect.poll(async () => (await gameOf(page)).id).not.toBe(game.id);
  expect((await gameOf(page)).moves).toEqual(game.moves.slice(0, 1));
  await playOne(page, byClicks);
});

test("a share link contains the whole game", async ({ page, open, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await open();
  await startShortGame(page);
  const game = await playWithAnswer(page);
  await page.getByText("Share and export").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expectPosition(other, game.fen);
  for (const move of game.moves) await expect(other.getByText(move).first()).toBeVisible();
});

test("games are listed and can be deleted", async ({ page, open }) => {
  await open();
  await startShortGame(page);
  const { id } = await gameOf(page);
  await page.getByRole("link", { name: "Games" }).click();
  const card = page.locator("li").filter({ has: page.locator(`a[href="#/game/${id}"]`) });
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Delete game" }).click();
  await card.getByRole("button", { name: "Confirm deletion" }).click();
  await expect(card).toHaveCount(0);
  await open(`#/game/${id}`);
  await expect(page.getByRole("heading", { name: "Game not found" })).toBeVisible();
});

for (const [reducedMotion, animated] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test(`moves are ${animated ? "" : "not "}animated with prefers-reduced-motion: ${reducedMotion}`, async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...parameters) {
        document.documentElement.dataset.animated = "yes";
        return animate.apply(this, parameters);
      };
    });
    await open();
    await startShortGame(page);
    await playWithAnswer(page);
    expect(await page.evaluate(() => "animated" in document.documentElement.dataset)).toBe(animated);
  });
}

test("Japanese, dark theme and keyboard shortcuts", async ({ page, open }) => {
  await open();
  await page.getByRole("button", { name: "日本語" }).click();
  await expect(page.getByRole("heading", { name: "新しい対局" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
  await page.getByRole("link", { name: "設定" }).click();
  await page.getByText("ダーク", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("heading", { name: "設定" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "キーボードショートカット" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("unknown addresses are reported", async ({ page, open }) => {
  for (const [address, sentence] of [
    ["#/nonsense", "Page not found"],
    ["#/a=10x10~AAAA", "There is no white amazon on a1; White is to move."],
    ["#/game/999999", "Game not found"],
  ]) {
    await open(address);
    await expect(page.getByText(sentence)).toBeVisible();
  }
});
