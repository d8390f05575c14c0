import type { StoreApi } from 'zustand/vanilla';
import type { SyncView } from './documents/view.ts';
import type { PendingUpload } from './outbox/entry.ts';

/** `stored`: all are · `refused`: at least one was, and says why · `later`: the outbox goes on with them by itself. */
export type UploadsEnd = 'stored' | 'refused' | 'later';

/**
 * Waits until the files of an outbox entry are stored, or are not for now.
 *
 * @param onChange is given the files as they are, at each step
 */
export function uploadsOver(
  view: Pick<StoreApi<SyncView>, 'getState' | 'subscribe'>,
  entryId: string,
  onChange: (uploads: readonly PendingUpload[]) => void,
): Promise<UploadsEnd> {
  return new Promise((resolve) => {
    let seen: readonly PendingUpload[] | null = null;
    let stop: () => void = () => undefined;
    const look = (): boolean => {
      const { outbox, connection } = view.getState();
      const entry = outbox.find(({ id }) => id === entryId);
      if (entry !== undefined && entry.uploads !== seen) {
        seen = entry.uploads;
        onChange(seen);
      }
      const uploads = entry?.uploads ?? [];
      const isTried = entry !== undefined && (entry.attempts > 0 || entry.refusal !== null);
      if (uploads.every(({ media }) => media !== undefined)) resolve('stored');
      else if (uploads.every(({ media, failure }) => media !== undefined || failure !== undefined)) resolve('refused');
      else if (connection !== 'online' || isTried) resolve('later');
      else return false;
      stop();
      return true;
    };
    if (!look()) stop = view.subscribe(look);
  });
}
