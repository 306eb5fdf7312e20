import { describe, expect, it } from "vitest";
import { formatLoss, formatPercent, formatShortCount, provenWin, winProbabilities } from "./win-probability";

describe("formatting", () => {
  it("shows 0 % and 100 % only for certainty", () => {
    expect([0, 0.004, 0.5, 0.994, 0.9999, 1].map(formatPercent).join(" ")).toBe("0% <1% 50% >99% >99% 100%");
  });

  it("shows small losses with a decimal", () => {
    expect([0, 0.0004, 0.012, 0.0994, 0.0996, 0.5].map(formatLoss).join(" ")).toBe("0% 0% 1.2% 9.9% 10% 50%");
  });

  it("shortens counts", () => {
    expect([0, 999, 1000, 12_345, 999_949, 999_951, 4_560_000].map(formatShortCount).join(" ")).toBe(
      "0 999 1.00k 12.3k 1000k 1.00M 4.56M",
    );
  });

  it("finds the winner of a proven score", () => {
    expect(provenWin({ kind: "win", plies: 7 }, "white")).toEqual({ winner: "white", plies: 7 });
    expect(provenWin({ kind: "loss", plies: 4 }, "white")).toEqual({ winner: "black", plies: 4 });
    expect(provenWin({ kind: "estimate", logit: 9 }, "white")).toBeNull();
    expect(provenWin(null, "black")).toBeNull();
  });

  it("computes both sides' probabilities", () => {
    expect(winProbabilities("white", 0.25)).toEqual({ black: 0.75, white: 0.25 });
    expect(winProbabilities("black", 0.25)).toEqual({ black: 0.25, white: 0.75 });
  });
});
