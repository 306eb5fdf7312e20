import { expect, it } from "vitest";
import { shortProvenance } from "./provenance";

it("says how a book was made without the time", () => {
  const full =
    "thermodon 0.2.0 (6x64, trained 2026-11-02 10:11:12), 800 nodes a position, 2026-11-15 09:30 UTC";
  expect(shortProvenance(full)).toBe("thermodon 0.2.0, 800 nodes a position, 2026-11-15");
});
