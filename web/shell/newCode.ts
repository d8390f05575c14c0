/** Milliseconds that a reload waits for the new release to take the place of the old one. */
const TAKE_OVER_MS = 3_000;

/** Fetches the new release beside the one that this browser keeps. */
export async function fetchNewCode(): Promise<void> {
  try {
    await (await keeper())?.update();
  } catch (error) {
    console.warn('The new version could not be kept; it is fetched when the page is opened.', error);
  }
}

/** Reloads the page with the new release, if the browser has kept one: all tabs have it from then on. */
export async function reloadAnew(): Promise<void> {
  const waiting = (await keeper())?.waiting;
  if (waiting) {
    const taken = new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
      setTimeout(resolve, TAKE_OVER_MS);
    });
    waiting.postMessage('take-over');
    await taken;
  }
  location.reload();
}

async function keeper(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}
