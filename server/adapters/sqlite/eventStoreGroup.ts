import { setImmediate } from 'node:timers/promises';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { EncodedAppend } from '../../log/encodeAppend.ts';
import type { AppendOutcome } from './eventStoreWriter.ts';

/** Appends that are committed together at most. */
const GROUP_MAX_APPENDS = 512;
/** Bytes of events that are committed together at most, but always one append. */
const GROUP_MAX_BYTES = 4 * 1024 * 1024;
/** Appends that may wait for their turn; more are turned away at once. */
const WAITING_MAX_APPENDS = 10_000;

interface WaitingAppend {
  readonly append: EncodedAppend;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Commits everything that waits in one go: while one group is on its way to the disk, the next one gathers. */
export interface GroupCommit {
  /** @throws Unavailable too many wait, or the group could not be written */
  append(append: EncodedAppend): Promise<AppendOutcome>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

export function createGroupCommit(
  write: (group: readonly EncodedAppend[]) => Promise<readonly AppendOutcome[]>,
): GroupCommit {
  let waiting: WaitingAppend[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Lets those who were just answered ask again, so that they are in this group and not in the next one.
      await setImmediate();
      const group = waiting.slice(0, groupSize(waiting));
      waiting = waiting.slice(group.length);
      await commit(group);
    }
    draining = null;
  }

  async function commit(group: readonly WaitingAppend[]): Promise<void> {
    try {
      const outcomes = await write(group.map(({ append }) => append));
      group.forEach(({ resolve }, index) => {
        resolve(outcomes[index] as AppendOutcome);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    append(append) {
      if (waiting.length >= WAITING_MAX_APPENDS) {
        return Promise.reject(new Unavailable(`${WAITING_MAX_APPENDS} appends wait to be written. Try again.`));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ append, resolve, reject });
        draining ??= drain();
      });
    },
    idle: async () => {
      await draining;
    },
  };
}

function groupSize(waiting: readonly WaitingAppend[]): number {
  let bytes = 0;
  const limit = Math.min(waiting.length, GROUP_MAX_APPENDS);
  for (let size = 0; size < limit; size += 1) {
    bytes += waiting[size]?.append.bytes ?? 0;
    if (bytes > GROUP_MAX_BYTES) return Math.max(size, 1);
  }
  return limit;
}
