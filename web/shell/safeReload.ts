import type { OutboxEntry } from '../sync/outbox/entry.ts';
import type { Clock } from '../sync/transport/clock.ts';

/** Milliseconds that the page must have been out of sight, or untouched, before it reloads by itself. */
export const RELOAD_HIDDEN_MS = 10_000;
export const RELOAD_IDLE_MS = 5 * 60_000;
/** Milliseconds between two reloads that a page makes by itself: what the first did not help, the second may not. */
export const RELOAD_SPACING_MS = 15 * 60_000;
/** Milliseconds between two looks whether the moment has come. */
const LOOK_EVERY_MS = 5_000;

/** A page that is to be reloaded, as it is just now. */
export interface PageState {
  readonly outbox: readonly OutboxEntry[];
  readonly hasDialog: boolean;
  /** Something is written, chosen or filled in that was not sent. */
  readonly hasUnsaved: boolean;
  /** Milliseconds since it was last in sight, and since it was last touched. */
  readonly hiddenFor: number;
  readonly idleFor: number;
  /** Milliseconds since it last reloaded by itself; infinite where it never did. */
  readonly reloadedAgo: number;
}

/**
 * Whether nobody would notice a reload. What waits in the outbox is kept over it, and the new page sends it; what is on
 * its way, or could not be kept on this device, is not risked.
 */
export function isSafeToReload(page: PageState): boolean {
  if (page.hasDialog || page.hasUnsaved || page.reloadedAgo < RELOAD_SPACING_MS) return false;
  if (page.outbox.some(({ status, isUnkept }) => status === 'sending' || isUnkept === true)) return false;
  return page.hiddenFor >= RELOAD_HIDDEN_MS || page.idleFor >= RELOAD_IDLE_MS;
}

/** Reloads the page as soon as nobody would notice. @returns gives it up */
export function reloadWhenSafe(clock: Clock, look: () => PageState, reload: () => void): () => void {
  let cancel: () => void = () => undefined;
  const wait = () => {
    cancel = clock.after(LOOK_EVERY_MS, () => (isSafeToReload(look()) ? reload() : wait()));
  };
  wait();
  return () => cancel();
}
