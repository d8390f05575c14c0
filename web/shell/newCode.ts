/** Milliseconds that a reload waits for the new release to be kept, and to take the place of the old one. */
const TAKE_OVER_MS = 3_000;

/** Fetches the new release beside the one that this browser keeps. */
export async function fetchNewCode(): Promise<void> {
  try {
    await (await keeper())?.update();
  } catch (error) {
    console.warn('The new version could not be kept; it is fetched when the page is opened.', error);
  }
}

/** Reloads the page, with the new release if the browser has kept one: each tab gets it at its next reload. */
export async function reloadAnew(): Promise<void> {
  try {
    await Promise.race([takeOver(), new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS))]);
  } catch (error) {
    console.warn('The new version was not kept; it is fetched now.', error);
  }
  location.reload();
}

async function takeOver(): Promise<void> {
  const registration = await keeper();
  const { installing } = registration ?? {};
  if (installing) {
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => installing.state !== 'installing' && resolve());
    });
  }
  const waiting = registration?.waiting;
  if (!waiting) return;
  const taken = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  waiting.postMessage('take-over');
  await taken;
}

async function keeper(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}
