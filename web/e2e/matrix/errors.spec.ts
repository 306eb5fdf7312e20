// Errors of the server are shown in the page's language.

import { paste } from "../analysis-helpers";
import { expect, test } from "../fixtures";

test("errors of the server are sentences in the selected language", async ({ page, open, message }) => {
  await open("#/analysis");
  await paste(page, "hello world");
  await expect(page.getByText(message("server.unknown_record_format"))).toBeVisible();
  await paste(page, "(;GM[1]SZ[19];B[aa])");
  await expect(page.getByText(message("server.wrong_game"))).toBeVisible();
  await paste(page, "6x6 moves f2-c5/b4 a1-a2/a3");
  const [before, after] = message("server.illegal_record_move", { ply: 2 }).split("{detail}");
  await expect(page.getByText(before)).toContainText(after);

  await open("#/game/999999");
  await expect(page.getByText(message("server.game_not_found", { id: 999_999 }))).toBeVisible();

  await open("#/engines");
  const form = page.getByRole("form", { name: message("engines.add") });
  await form.getByLabel(message("engines.path")).fill("engine");
  await form.getByRole("button", { name: message("engines.add") }).click();
  await expect(form.getByRole("alert")).toHaveText(
    message("server.engine_path_relative", { path: "engine" }),
  );
});
