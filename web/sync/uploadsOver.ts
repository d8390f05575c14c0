import type { StoreApi } from 'zustand/vanilla';
import type { SyncView } from './documents/view.ts';
import type { PendingUpload } from './outbox/entry.ts';

/** `stored`: all are · `refused`: at least one was, with its reason · `later`: the outbox retries by itself. */
export type UploadsEnd = 'stored' | 'refused' | 'later';

/**
 * Waits until the files of an outbox entry are stored, or cannot be for now.
 *
 * @param onChange receives the files at each step
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
