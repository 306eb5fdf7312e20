// Loads code on demand, and again when the server is back.

import { checkServer, whenReachable } from "../api/server-status.svelte";

/** Key of the session storage: the address that was reloaded last. */
const RELOADED = "thermodon.reloaded";

/**
 * Loads a module. If that fails because the server is unreachable, it waits for the server. A browser
 * that does not load a failed module again reloads the page, once for each address.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const module = await load();
      sessionStorage.removeItem(RELOADED);
      return module;
    } catch (error) {
      const isReachable = await checkServer();
      await whenReachable();
      if (!isReachable || attempt === 1) continue;
      if (sessionStorage.getItem(RELOADED) === location.href) throw error;
      sessionStorage.setItem(RELOADED, location.href);
      location.reload();
    }
  }
}
