import { firstContent } from '../kit/firstView.ts';
import { fetchSoon } from '../kit/lazySoon.ts';
import { boot } from '../session/boot.ts';

const WORKER = '/worker.js';

/**
 * Has the browser keep the site's code and its shell (`web/worker/worker.ts`), after all that this page fetches for itself.
 * Where it cannot, the page is as whole as the network lets it.
 */
export function keepCode(): void {
  if (!('serviceWorker' in navigator)) return;
  void firstContent.then(() => fetchSoon(register));
}

async function register(): Promise<void> {
  try {
    const { waiting } = await navigator.serviceWorker.register(WORKER);
    // This page came from the network, so it is of the newest release.
    if (boot().isShell !== true) waiting?.postMessage('take-over-alone');
  } catch (error) {
    console.warn('This browser does not keep the site for visits without a network.', error);
  }
}
