import { Unavailable } from '#projections/engine/eventLog.ts';
import type { EncodedAppend } from '../../../log/encodeAppend.ts';
import type { AppendOutcome } from './writer.ts';

/** Appends that are committed together at most. */
const GROUP_MAX_APPENDS = 512;
/** Bytes of events that are committed together at most, but always one append. */
const GROUP_MAX_BYTES = 4 * 1024 * 1024;
/**
 * Appends that justify a commit of their own: a group of so many waits neither for the end of the turn nor for the
 * group before it. Smaller groups wait, since many small commits cost more than they gain.
 */
const GROUP_EAGER_APPENDS = 16;
/** Groups that may be under way: the writer begins the second one while the answer of the first is on its way. */
const GROUPS_UNDER_WAY = 2;
/** Appends that may wait; more are refused at once. */
const WAITING_MAX_APPENDS = 10_000;

interface WaitingAppend {
  readonly append: EncodedAppend;
  readonly resolve: (outcome: AppendOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: while groups are being written, further appends gather into the next one. Appends of one turn of the
 * event loop go together, but an idle writer gets the first ones before the turn ends.
 */
export interface GroupCommit {
  /** @throws Unavailable too many wait, or the group could not be written */
  append(append: EncodedAppend): Promise<AppendOutcome>;
  /** Resolves when no append waits or is under way. */
  idle(): Promise<void>;
}

/** @param write is called for one group after the other, the next one before the last one has ended; it ends them in order */
export function createGroupCommit(
  write: (group: readonly EncodedAppend[]) => Promise<readonly AppendOutcome[]>,
): GroupCommit {
  let waiting: WaitingAppend[] = [];
  const underWay = new Set<Promise<void>>();
  let isTurnAwaited = false;

  function maySend(): boolean {
    const isWorthIt = waiting.length >= GROUP_EAGER_APPENDS;
    return waiting.length > 0 && underWay.size < (isWorthIt ? GROUPS_UNDER_WAY : 1);
  }

  /** Sends waiting appends at the end of the turn, until which callers that were just answered can add theirs. */
  function sendSoon(): void {
    if (isTurnAwaited || !maySend()) return;
    isTurnAwaited = true;
    setImmediate(() => {
      isTurnAwaited = false;
      send();
    });
  }

  function send(): void {
    if (!maySend()) return;
    const group = waiting.slice(0, groupSize(waiting));
    waiting = waiting.slice(group.length);
    const ended = commit(group).finally(() => {
      underWay.delete(ended);
      sendSoon();
    });
    underWay.add(ended);
    sendSoon();
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
        if (underWay.size === 0 && waiting.length >= GROUP_EAGER_APPENDS) send();
        else sendSoon();
      });
    },
    async idle() {
      while (waiting.length > 0 || underWay.size > 0) {
        await (underWay.size > 0 ? Promise.all(underWay) : new Promise((resolve) => void setImmediate(resolve)));
      }
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
