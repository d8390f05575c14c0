import { setImmediate } from 'node:timers/promises';

/** A seeded source of numbers from 0 up to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * Time that passes when it is told to. Between two instants everything that the first one set going comes to rest,
 * so a run is the same each time.
 */
export class VirtualTime {
  #now = Date.UTC(2026, 2, 1, 12);
  #order = 0;
  #busy = 0;
  #steps = 0;
  readonly #timers = new Set<Timer>();

  /** Things that happened by themselves: a packet arrived, a read was done, a timer rang. */
  get steps(): number {
    return this.#steps;
  }

  readonly clock = {
    now: () => this.#now,
    after: (milliseconds: number, callback: () => void) => this.after(milliseconds, callback),
  };

  after(milliseconds: number, callback: () => void): () => void {
    this.#order += 1;
    const timer = { at: this.#now + Math.max(0, milliseconds), order: this.#order, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Work that takes real turns of the event loop: time stands still until it is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work;
    } finally {
      this.#busy -= 1;
    }
  }

  /** Lets time pass. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await this.#rest();
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      this.#steps += 1;
      next.callback();
      await this.#rest();
    }
    this.#now = end;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }

  async #rest(): Promise<void> {
    do await setImmediate();
    while (this.#busy > 0);
  }
}
