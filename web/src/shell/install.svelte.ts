// The page as an app: what the browser offers, and the part of it that is there without a server.

/** What browsers send that can install a page; not in the standard, so not in the types. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const installer = $state<{ offer: InstallOffer | null; isInstalled: boolean }>({
  offer: null,
  isInstalled: false,
});

export function startInstaller(): void {
  addEventListener("beforeinstallprompt", (event) => {
    // It is offered in the settings, not over the board.
    event.preventDefault();
    installer.offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    installer.offer = null;
    installer.isInstalled = true;
  });
  installer.isInstalled = matchMedia("(display-mode: standalone)").matches;
  // While one works on the page, nothing of it is to be kept.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
