import type { StoreApi } from 'zustand/vanilla';
import type { SyncView } from './documents/view.ts';

/**
 * Waits while the page makes its first connection, so that what is pressed in that moment is not taken for offline.
 *
 * @param patienceMs milliseconds to wait at most
 * @returns whether the page is connected
 */
export function firstConnection(
  view: Pick<StoreApi<Pick<SyncView, 'connection'>>, 'getState' | 'subscribe'>,
  patienceMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const isOver = () => view.getState().connection !== 'connecting';
    const end = () => {
      stop();
      clearTimeout(timer);
      resolve(view.getState().connection === 'online');
    };
    const timer = setTimeout(end, patienceMs);
    const stop = view.subscribe(() => isOver() && end());
    if (isOver()) end();
  });
}
