// Installing the site's service worker, and changing to a new version of the site between games.

/**
 * Register the service worker; a version that is ready takes over now, if no game or score sheet is open in this tab. A page that came
 * from the service worker itself is loaded again then (`reloads`).
 */
export async function keepUpToDate(reloads = true): Promise<void> {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  const controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (reloads && controlled && isFree()) location.reload();
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    if (controlled && isFree()) registration.waiting?.postMessage('take-over');
  } catch {
    // Without a service worker the site needs the network each time.
  }
}

const isFree = (): boolean => !/^\/(game|umpire)\//.test(location.pathname);
