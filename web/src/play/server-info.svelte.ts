// Server information, above all the level names; loaded once.

import { request } from "../api/client";
import { serverStatus } from "../api/server-status.svelte";
import type { ServerInfo } from "../api/types";

export const serverInfo = $state<{ server: ServerInfo | null }>({ server: null });

/** Loads it once the server is reachable; call it in an effect. */
export function loadServerInfo(): void {
  if (serverInfo.server || !serverStatus.isReachable) return;
  // An unreachable server is reported elsewhere; the effect runs again.
  request("get", "/api/v1/about", {}).then(
    (answer) => (serverInfo.server = answer),
    () => {},
  );
}
