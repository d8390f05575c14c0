import type { OutboxEntry } from '../sync/outbox/entry.ts';
import type { Clock } from '../sync/transport/clock.ts';

/** Milliseconds that the page must have been out of sight, or untouched, before it reloads by itself. */
export const RELOAD_HIDDEN_MS = 10_000;
export const RELOAD_IDLE_MS = 5 * 60_000;
/** Milliseconds between two automatic reloads: if the first did not help, the next may not either. */
export const RELOAD_SPACING_MS = 15 * 60_000;
/** Milliseconds between two checks whether a reload is safe. */
const LOOK_EVERY_MS = 5_000;

/** State of a page that has to be reloaded. */
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
 * Whether a reload would go unnoticed. Waiting entries of the outbox survive it, and the new page sends them; entries
 * being sent, or not stored on this device, are not risked.
 */
export function isSafeToReload(page: PageState): boolean {
  if (page.hasDialog || page.hasUnsaved || page.reloadedAgo < RELOAD_SPACING_MS) return false;
  if (page.outbox.some(({ status, isUnkept }) => status === 'sending' || isUnkept === true)) return false;
  return page.hiddenFor >= RELOAD_HIDDEN_MS || page.idleFor >= RELOAD_IDLE_MS;
}

/** Reloads the page as soon as that goes unnoticed. @returns cancels it */
export function reloadWhenSafe(clock: Clock, look: () => PageState, reload: () => void): () => void {
  let cancel: () => void = () => undefined;
  const wait = () => {
    cancel = clock.after(LOOK_EVERY_MS, () => (isSafeToReload(look()) ? reload() : wait()));
  };
  wait();
  return () => cancel();
}
