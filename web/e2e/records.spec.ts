import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { drop, expectMoves, moves, openGame, OWN_GAME, OWN_TEXT, paste } from "./analysis-helpers";
import { expectPosition } from "./board-input";
import { expect, test } from "./fixtures";

const SGF =
  "(;GM[18]SZ[10]PB[Hippolyta]PW[Antiope];B[djddgd]C[A first comment.];W[addgad](;B[gjghdh])(;B[gjgidi]))";
const GGF = "(;GM[Amazons]PB[Hippolyta]PW[Antiope]TY[10];B[D1-D7-G7/11.50/5.04];W[A7-D4-A7])";
const LITTLE_GOLEM = "B[g10-g4/d4],W[d1-d3/j9],B[a7-c5/i5]";
const DIAGRAM = "x..|.#.|..o b";
const FEN = "Q2/3/1*q b - - 1 1";

/** The exported text in a format. */
async function exported(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Copy or download" }).click();
  await page.getByRole("radio", { name, exact: true }).click();
  // Enabled once the export is finished.
  await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeEnabled();
  const value = await page.getByRole("dialog").getByRole("textbox").inputValue();
  await page.keyboard.press("Escape");
  return value;
}

test("every format can be pasted", async ({ page, open }) => {
  await open("#/analysis");
  await page.keyboard.press("l");
  await paste(page, SGF);
  await expect(moves(page)).toHaveCount(4);
  await expect(page.locator("[data-comment]")).toHaveText("A first comment.");
  await expect(page.getByText("Hippolyta – Antiope")).toBeVisible();
  await paste(page, LITTLE_GOLEM);
  await expectMoves(page, ["g10-g4/d4", "d1-d3/j9", "a7-c5/i5"]);
  await paste(page, GGF);
  await expect(moves(page)).toHaveCount(2);
  await paste(page, OWN_TEXT);
  await expectMoves(page, OWN_GAME);
  await paste(page, FEN);
  await expectPosition(page, FEN);
  await paste(page, DIAGRAM);
  await expectPosition(page, "q2/1*1/2Q b");
});

test("a file can be dropped, and one of several games chosen", async ({ page, open }) => {
  await open("#/analysis");
  await drop(page, SGF, "one.sgf");
  await expect(moves(page)).toHaveCount(4);
  await drop(page, `${SGF}\n(;GM[18]PB[Penthesilea]PW[Achilles];B[djddgd])`, "two.sgf");
  await expect(page.getByRole("heading", { name: "Choose one of 2 games" })).toBeVisible();
  await page.getByRole("button", { name: /Penthesilea – Achilles/ }).click();
  await expect(moves(page)).toHaveCount(1);
  await expect(page.getByText("Penthesilea – Achilles")).toBeVisible();
});

test("invalid games are reported and change nothing", async ({ page, open }) => {
  await openGame(page, open);
  await paste(page, "6x6 moves f2-c5/b4 a1-a2/a3");
  await expect(page.getByText(/a1-a2\/a3/)).toBeVisible();
  await expectMoves(page, OWN_GAME);

  await page.getByRole("button", { name: "Open game" }).click();
  await page.getByLabel("Game as text").fill("hello world");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No game found in the text" })).toBeVisible();
  await page.getByLabel("Game as text").fill(SGF);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(moves(page)).toHaveCount(4);
});

test("exported games can be imported", async ({ page, open }) => {
  await open("#/analysis");
  await page.keyboard.press("l");
  await paste(page, SGF);
  await expect(moves(page)).toHaveCount(4);
  await page.keyboard.press("End");
  const list = await moves(page).allTextContents();
  const sgf = await exported(page, "SGF");
  const forms = {
    "SGF": "GM[18]",
    "GGF": "GM[Amazons]",
    "Little Golem": "d1-d7/g7",
    "Text": "moves d1-d7/g7",
  };
  for (const [name, sign] of Object.entries(forms)) {
    await paste(page, sgf);
    await expect(moves(page)).toHaveText(list);
    const text = await exported(page, name);
    expect(text).toContain(sign);
    await paste(page, "startpos");
    await expect(moves(page)).toHaveCount(0);
    await paste(page, text);
    // GGF and plain text have no variations.
    const isTree = name === "SGF" || name === "Little Golem";
    await expect(moves(page), name).toHaveCount(isTree ? 4 : 3);
    await expect(moves(page).first()).toHaveText(list[0]);
  }
});

test("position and link can be copied, and a game downloaded", async ({ page, open, server }) => {
  await openGame(page, open);
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  expect(await exported(page, "FEN")).toBe("1q2q1/q1Q2q/1*4/6/Q5/1Q2Q1 b - - 1 1");
  const link = await exported(page, "Link");
  expect(link).toMatch(new RegExp(`^${server.url}/#/a=6x6~`));

  await page.getByRole("button", { name: "Copy or download" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).not.toHaveValue("");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("amazons.sgf");
  expect(await readFile(await download.path(), "utf8")).toContain("GM[18]");
  await page.keyboard.press("Escape");

  await page.goto("about:blank");
  await page.goto(link);
  await expectMoves(page, OWN_GAME.slice(0, 1));
});
