import { nextTick } from 'node:process';
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
  isCancelled: boolean;
}

/**
 * Time that passes on command. Between two instants all work that the first one started comes to rest, so a run is the
 * same each time.
 */
export class VirtualTime {
  #now = Date.UTC(2026, 2, 1, 12);
  #order = 0;
  #busy = 0;
  #steps = 0;
  /** A binary heap: the next timer is the first one. */
  readonly #timers: Timer[] = [];

  /** Number of events that happened by themselves: packets, reads, timers. */
  get steps(): number {
    return this.#steps;
  }

  readonly clock = {
    now: () => this.#now,
    after: (milliseconds: number, callback: () => void) => this.after(milliseconds, callback),
  };

  after(milliseconds: number, callback: () => void): () => void {
    this.#order += 1;
    const timer = { at: this.#now + Math.max(0, milliseconds), order: this.#order, callback, isCancelled: false };
    this.#push(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  /** Runs work that takes real turns of the event loop: time stops until it is done. */
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
    for (let next = this.#timers[0]; next !== undefined && next.at <= end; next = this.#timers[0]) {
      this.#takeFirst();
      if (next.isCancelled) continue;
      this.#now = Math.max(this.#now, next.at);
      this.#steps += 1;
      next.callback();
      await this.#rest();
    }
    this.#now = end;
  }

  /** A tick comes when no promise can continue; real turns are awaited only where there is work. */
  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => nextTick(resolve));
    while (this.#busy > 0) await setImmediate();
  }

  #push(timer: Timer): void {
    const heap = this.#timers;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[place] = heap[parent] as Timer;
      place = parent;
    }
    heap[place] = timer;
  }

  #takeFirst(): void {
    const heap = this.#timers;
    const last = heap.pop() as Timer;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[place] = heap[child] as Timer;
      place = child;
    }
    heap[place] = last;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
