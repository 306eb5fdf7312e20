import { describe, expect, it } from "vitest";
import { chancesFor, lossPercent, percent, proved, shortCount } from "./chances";

describe("numbers for people", () => {
  it("call only the certain certain", () => {
    expect([0, 0.004, 0.5, 0.994, 0.9999, 1].map(percent)).toEqual([
      "0%",
      "<1%",
      "50%",
      ">99%",
      ">99%",
      "100%",
    ]);
  });

  it("tell small losses to a tenth", () => {
    expect([0, 0.0004, 0.012, 0.0994, 0.0996, 0.5].map(lossPercent)).toEqual([
      "0%",
      "0%",
      "1.2%",
      "9.9%",
      "10%",
      "50%",
    ]);
  });

  it("shorten counts", () => {
    expect([0, 999, 1000, 12_345, 999_949, 999_951, 4_560_000].map(shortCount)).toEqual([
      "0",
      "999",
      "1.00k",
      "12.3k",
      "1000k",
      "1.00M",
      "4.56M",
    ]);
  });

  it("see proofs from both sides", () => {
    expect(proved({ kind: "win", plies: 7 }, "white")).toEqual({ winner: "white", plies: 7 });
    expect(proved({ kind: "loss", plies: 4 }, "white")).toEqual({ winner: "black", plies: 4 });
    expect(proved({ kind: "estimate", logit: 9 }, "white")).toBeNull();
    expect(proved(null, "black")).toBeNull();
  });

  it("give the one side what the other lacks", () => {
    expect(chancesFor("white", 0.25)).toEqual({ black: 0.75, white: 0.25 });
    expect(chancesFor("black", 0.25)).toEqual({ black: 0.25, white: 0.75 });
  });
});
