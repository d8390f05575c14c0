import type { IndexedUpload, MediaStore } from '../ports/media.ts';
import { refuseWith } from './errors.ts';
import { settleNamed, type UnnamedFilesParts } from './unnamedFiles.ts';

/** Bytes of all users' files together that no event names yet. */
export const UNNAMED_BYTES_OF_ALL = 20 * 1024 * 1024 * 1024;
/** Milliseconds for which a count of the bytes is believed; what has begun since is added to it. */
export const COUNTED_FOR_MS = 30_000;
/** Seconds after which a client asks again for room; files that nobody names go after a day. */
const ROOM_RETRY_SECONDS = 600;

export interface UnnamedBytesParts extends Pick<UnnamedFilesParts, 'files' | 'log'> {
  readonly media: Pick<MediaStore, 'settle' | 'unsettledBytes'>;
  readonly clock: () => Date;
}

/**
 * Bounds the bytes that lie about over all users. One owner's may be as many as are left for all others: so many accounts
 * that fill the room leave some of it, always, to somebody who has none.
 */
export interface UnnamedBytes {
  /** @throws HttpRefused there is no room for so many more of this owner */
  take(owner: string, bytes: number): Promise<void>;
}

/** @param most bytes of all users together */
export function createUnnamedBytes(parts: UnnamedBytesParts, most = UNNAMED_BYTES_OF_ALL): UnnamedBytes {
  const { media, clock } = parts;
  let counted: Map<string, number> = new Map();
  let believedUntil = 0;
  let counting: Promise<void> | null = null;

  /** Counts what lies there. Named files are settled first, if there is no room: each is searched in the log once. */
  async function count(): Promise<void> {
    let found = await media.unsettledBytes();
    if (sumOf(found) > most / 2) {
      await settleNamed(parts, found);
      found = await media.unsettledBytes();
    }
    counted = new Map([...Map.groupBy(found, ({ owner }) => owner)].map(([owner, own]) => [owner, sumOf(own)]));
    believedUntil = clock().getTime() + COUNTED_FOR_MS;
  }

  return {
    async take(owner, bytes) {
      if (clock().getTime() >= believedUntil) {
        counting ??= count().finally(() => {
          counting = null;
        });
        await counting;
      }
      const own = counted.get(owner) ?? 0;
      const ofAll = [...counted.values()].reduce((sum, each) => sum + each, 0);
      if (own + bytes > most - ofAll) throw refuseWith('RATE_LIMITED', { seconds: ROOM_RETRY_SECONDS });
      counted.set(owner, own + bytes);
    },
  };
}

function sumOf(uploads: readonly (IndexedUpload & { readonly bytes: number })[]): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}
