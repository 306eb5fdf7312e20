// Loads code on demand. Browsers do not load a module again that failed once, so the page is reloaded.

import { checkServer, whenReachable } from "../api/server-status.svelte";
import { keepToasts } from "./toasts.svelte";

/** Key of the session storage: the address that was reloaded last. */
const RELOADED = "thermodon.reloaded";

/** Requests of the user that a reload must not cut off. */
const unfinished = new Set<Promise<unknown>>();

/** Delays a reload of the page until the work is done. */
export function finishBeforeReload<T>(work: Promise<T>): Promise<T> {
  unfinished.add(work);
  const done = () => unfinished.delete(work);
  work.then(done, done);
  return work;
}

/**
 * Loads a module. If that fails, the page is reloaded as soon as the server is reachable, once for
 * each address.
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    const module = await load();
    sessionStorage.removeItem(RELOADED);
    return module;
  } catch (error) {
    await checkServer();
    await whenReachable();
    if (sessionStorage.getItem(RELOADED) === location.href) throw error;
    await Promise.allSettled(unfinished);
    // Their outcome is reported by now, too.
    await new Promise((resolve) => setTimeout(resolve));
    sessionStorage.setItem(RELOADED, location.href);
    keepToasts();
    location.reload();
    return new Promise(() => {});
  }
}
