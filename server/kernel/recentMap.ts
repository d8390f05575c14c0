/**
 * A map that keeps at least the `capacity` keys used last, and at most twice as many. No value is `undefined`.
 *
 * It has two generations instead of one order: a used key goes into the young one; when that is full it becomes the old
 * one, and the former old one is dropped. Repeatedly deleting the first key of a `Map` walks over all holes before it:
 * at 10,000 keys 8 µs a use, against 0.1 µs here.
 */
export class RecentMap<Key, Value> {
  readonly #capacity: number;
  readonly #weigh: (key: Key, value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  /** Weight of the young entries together. */
  #weight = 0;

  /** @param weigh what an entry counts against the capacity, where that depends on its size; of one entry always the same */
  constructor(capacity: number, weigh: (key: Key, value: Value) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  /** A look-up counts as a use. */
  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    const before = this.#young.get(key);
    if (before !== undefined) this.#weight -= this.#weigh(key, before);
    this.#young.set(key, value);
    this.#weight += this.#weigh(key, value);
    if (this.#weight < this.#capacity) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#weight = 0;
  }

  delete(key: Key): void {
    const young = this.#young.get(key);
    if (young !== undefined) this.#weight -= this.#weigh(key, young);
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#weight = 0;
  }
}
