// What the server says about itself, asked for once: above all, the names of its levels.

import { call } from "../api/client";
import type { About } from "../api/types";
import { fail } from "../shell/toasts.svelte";

export const about = $state<{ server: About | null }>({ server: null });

export function loadAbout(): void {
  call("get", "/api/v1/about", {}).then((answer) => (about.server = answer), fail);
}
