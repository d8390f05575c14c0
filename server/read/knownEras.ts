import { type EngineClock, systemClock } from '#projections/engine/clock.ts';
import { ERAS_SENT, isProven, presentEra } from '#projections/sync/eras.ts';
import { START } from '#projections/sync/position.ts';
import type { Freshness, LogEra, Mark } from '#projections/sync/protocol.ts';
import type { EventStore } from '../ports/eventStore.ts';

/**
 * Eras of the log as this process knows them. It has begun one of them itself, so every mark of an older log comes
 * before an era that is known, and no mark is believed that the log does not prove. Eras that other processes have begun
 * since are learned when a client names one; until then marks are given the newest era that is known, which costs their
 * readers a fresh snapshot in another process, never a wrong one.
 */
export interface KnownEras {
  /** Reads the eras, of which this process has begun one. Before that nothing is proven. */
  learn(): Promise<void>;
  /** Id of the newest one. @throws Error none is known */
  present(): string;
  /** The newest ones, for a client. */
  newest(): readonly LogEra[];
  /** Whether a position that a client received earlier is in this log. */
  isProven(mark: Mark): Promise<boolean>;
  /** The position that an answer must not be older than; one that is lost with the end of the log is not waited for. */
  believed(freshness: Freshness): Promise<string>;
}

/**
 * Milliseconds between two reads for eras that are not known. A client can name eras that there are not; another process
 * begins one when it starts.
 */
export const READ_ERAS_EVERY_MS = 250;

/** Reads nothing yet. @param store opened for writing: a store that only reads has no era of its own */
export function createKnownEras(store: Pick<EventStore, 'eras'>, clock: EngineClock = systemClock): KnownEras {
  let known: readonly LogEra[] = [];
  /** The next read for an era that is not known: for all that ask before it begins. */
  let next: Promise<void> | null = null;
  /** Earliest instant of the clock for the next one. */
  let readsFrom = Number.NEGATIVE_INFINITY;

  async function learn(): Promise<void> {
    known = await store.eras();
  }

  /** Resolves when the next read may begin. */
  async function turn(): Promise<void> {
    const wait = readsFrom - clock.now();
    if (wait > 0) await new Promise<void>((resolve) => void clock.after(wait, resolve));
  }

  function learnInTurn(): Promise<void> {
    next ??= turn().then(() => {
      next = null;
      readsFrom = clock.now() + READ_ERAS_EVERY_MS;
      return learn();
    });
    return next;
  }

  async function proves(mark: Mark): Promise<boolean> {
    if (!known.some(({ id }) => id === mark.era)) await learnInTurn();
    return isProven(known, mark);
  }

  return {
    learn,
    present: () => presentEra(known),
    newest: () => known.slice(-ERAS_SENT),
    isProven: proves,
    async believed({ notBefore, era }) {
      return era === undefined || (await proves({ era, position: notBefore })) ? notBefore : START;
    },
  };
}
