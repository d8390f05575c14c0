import { type EngineClock, systemClock } from '#projections/engine/clock.ts';
import { ERAS_SENT, isProven, presentEra } from '#projections/sync/eras.ts';
import { START } from '#projections/sync/position.ts';
import type { Freshness, LogEra, Mark } from '#projections/sync/protocol.ts';
import type { EventStore } from '../ports/eventStore.ts';

/**
 * Eras of the log as this process knows them. It has begun one of them itself, so every mark of an older log comes
 * before an era that is known, and no mark is believed that the log does not prove. Eras that other processes have begun
 * since are learned when a client names one, and at the next look of `follow`. Until then marks are given the newest era
 * that is known; if that lasts to the end of a reader's connection, it costs a fresh snapshot in another process, never a
 * wrong one.
 */
export interface KnownEras {
  /** Reads the eras, of which this process has begun one. Before that nothing is proven. */
  learn(): Promise<void>;
  /**
   * Goes on to read the eras that other processes begin. @returns a function that ends it
   *
   * @param failed called when a look failed; the next one comes
   */
  follow(failed: (error: unknown) => void): () => void;
  /** Calls back whenever eras have become known that were not. */
  onNews(listener: () => void): void;
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
/** Milliseconds between two looks for eras that other processes have begun: how long readers have marks of an older one. */
export const FOLLOW_ERAS_EVERY_MS = 500;

/** Reads nothing yet. @param store opened for writing: a store that only reads has no era of its own */
export function createKnownEras(store: Pick<EventStore, 'eras'>, clock: EngineClock = systemClock): KnownEras {
  let known: readonly LogEra[] = [];
  const listeners: (() => void)[] = [];
  /** Reads that have begun, and the number of the one that gave what is known: a slow one does not take anything back. */
  let begun = 0;
  let taken = 0;
  /** The next read for an era that is not known: for all that ask before it begins. */
  let next: Promise<void> | null = null;
  /** Earliest instant of the clock for the next one. */
  let readsFrom = Number.NEGATIVE_INFINITY;

  async function learn(): Promise<void> {
    begun += 1;
    const number = begun;
    const read = await store.eras();
    if (number < taken) return;
    taken = number;
    const hasNews = read.at(-1)?.id !== known.at(-1)?.id;
    known = read;
    if (hasNews) for (const listener of listeners) listener();
  }

  function follow(failed: (error: unknown) => void): () => void {
    let cancel: () => void = () => undefined;
    let isOver = false;
    function wait(): void {
      cancel = clock.after(FOLLOW_ERAS_EVERY_MS, () => {
        void learnInTurn()
          .catch(failed)
          .then(() => {
            if (!isOver) wait();
          });
      });
    }
    wait();
    return () => {
      isOver = true;
      cancel();
    };
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
    follow,
    onNews: (listener) => void listeners.push(listener),
    present: () => presentEra(known),
    newest: () => known.slice(-ERAS_SENT),
    isProven: proves,
    async believed({ notBefore, era }) {
      return era === undefined || (await proves({ era, position: notBefore })) ? notBefore : START;
    },
  };
}
