import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { seededRandom } from '#scripts/demo/random.ts';

const NAMESPACE = '0b7a3f0e-54d4-4d0c-9a87-6c1f6f3c2f55';

/** A stable UUID for a seed and some words. */
export function stableId(seed: number, ...words: readonly (string | number)[]): string {
  return uuidv5(`${seed}:${words.join(':')}`, NAMESPACE);
}

/** The random source of one input: the same seed and number draw the same input. */
export class Source {
  readonly #random: () => number;

  constructor(seed: number, number: number) {
    this.#random = seededRandom(createHash('sha256').update(`${seed}:${number}`).digest().readUInt32LE());
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** `true` with that probability in percent. */
  chance(percent: number): boolean {
    return this.#random() * 100 < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  /** One of the items by weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.#random() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    return this.pick(items)[1];
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(0, 255)));
  }

  list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.int(0, max) }, make);
  }
}
