// Installation as a progressive web app.

/** Event of browsers that can install apps; missing in the DOM types. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const installer = $state<{ offer: InstallOffer | null; isInstalled: boolean }>({
  offer: null,
  isInstalled: false,
});

export function startInstaller(): void {
  addEventListener("beforeinstallprompt", (event) => {
    // Offered in the settings instead.
    event.preventDefault();
    installer.offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    installer.offer = null;
    installer.isInstalled = true;
  });
  installer.isInstalled = matchMedia("(display-mode: standalone)").matches;
  // The development server needs no service worker.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("/worker.js").catch(() => {});
}
