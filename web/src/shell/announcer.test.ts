import { expect, it } from "vitest";
import { announce, announcer, spelled } from "./announcer.svelte";

it("spells out squares only", () => {
  expect(spelled("Black: a1 to j10, burns d7.")).toBe("Black: A 1 to J 10, burns D 7.");
  expect(spelled("黒：a1からd7へ、j10を焼きました。")).toBe("黒：A 1からD 7へ、J 10を焼きました。");
  expect(spelled("a game, k1, a11, ab1")).toBe("a game, k1, a11, ab1");
});

it("announces a repeated text again", () => {
  announce("Once.");
  const first = announcer.text;
  announce("Once.");
  expect(announcer.text).not.toBe(first);
  expect(announcer.text.trim()).toBe("Once.");
  announce("");
  expect(announcer.text.trim()).toBe("Once.");
});
