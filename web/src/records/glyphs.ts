// The signs that annotators put behind a move.

import type { Glyph } from "../api/types";

/** The best first. */
export const GLYPHS: readonly Glyph[] = ["!!", "!", "!?", "?!", "?", "??"];
