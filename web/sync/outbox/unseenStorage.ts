import { tabStorage } from '../../kit/storage/textStorage.ts';
import { deviceNow } from '../../kit/time/serverClock.ts';
import type { UnseenStorage } from './ports.ts';
import { STORED_FORM } from './storage.ts';

const KEY = 'quad-unseen';

/** Milliseconds for which it is kept: read models that are further behind are no moment any more, and a tab may be restored in a week. */
const KEPT_MAX_MS = 60_000;

/**
 * What the server has taken and this page has not received yet, in the `sessionStorage` of its tab: it is written at once,
 * so the next page has it however soon this one is left.
 */
export function createUnseenStorage(): UnseenStorage {
  return {
    load() {
      try {
        const { form, at, kept } = JSON.parse(tabStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
        const isOurs = form === STORED_FORM && at !== undefined && Math.abs(deviceNow() - at) < KEPT_MAX_MS;
        return isOurs ? (kept ?? []) : [];
      } catch (error) {
        console.warn('What was sent last is shown once it is received.', error);
        return [];
      }
    },
    keep(kept) {
      if (kept.length === 0) tabStorage.removeItem(KEY);
      else tabStorage.setItem(KEY, JSON.stringify({ form: STORED_FORM, at: deviceNow(), kept } satisfies Stored));
    },
  };
}

/** Another release's form is not read: what it kept comes from the hub a moment later. */
interface Stored {
  readonly form: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kept: ReturnType<UnseenStorage['load']>;
}
