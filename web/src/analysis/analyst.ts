// Who analyses: our own engine, or another one that was chosen and can still be had.

import { programs } from "../engines/programs.svelte";
import { settings } from "./settings.svelte";

/** The number of another engine; null for our own. */
export function analyst(): number | null {
  return programs.list?.some(({ id }) => id === settings.program) ? settings.program : null;
}
