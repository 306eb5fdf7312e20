import { expect, it } from "vitest";
import { joinArguments, splitArguments } from "./arguments";

it("splits at spaces outside of quotes and rejects an unclosed quote", () => {
  expect(splitArguments("  uci  --hash 64 ")).toEqual(["uci", "--hash", "64"]);
  expect(splitArguments(`--log "my file" 'a "b"' ""`)).toEqual(["--log", "my file", 'a "b"', ""]);
  expect(splitArguments('a"b c"d')).toEqual(["ab cd"]);
  expect(splitArguments("")).toEqual([]);
  expect(splitArguments("it's")).toBeNull();
});

it("treats no other character specially", () => {
  expect(splitArguments("$(id) `id` ; | > * \\")).toEqual(["$(id)", "`id`", ";", "|", ">", "*", "\\"]);
});

it("splits joined arguments into the same arguments", () => {
  for (const words of [["uci"], ["--log", "my file"], ['a "b"', ""], []]) {
    expect(splitArguments(joinArguments(words))).toEqual(words);
  }
});
