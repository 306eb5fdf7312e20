// What the server says about itself, asked for once: above all, the names of its levels.

import { call } from "../api/client";
import type { About } from "../api/types";
import { presence } from "../api/presence.svelte";

export const about = $state<{ server: About | null }>({ server: null });

/** Asks for it unless it is known or the server is away; to be called where that is followed. */
export function followAbout(): void {
  if (about.server || presence.isAway) return;
  // That the server is away is said elsewhere, and this is asked again when it is back.
  call("get", "/api/v1/about", {}).then(
    (answer) => (about.server = answer),
    () => {},
  );
}
