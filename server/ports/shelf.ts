/**
 * A secret record of a noun, such as the key of a passkey. It is written before the log: it counts for nothing until an
 * event names it (P9).
 */
export interface ShelfRecord {
  readonly id: string;
  /** The person whose record it is: it is sealed under their key, and goes with them (P10). */
  readonly subject: string;
  /** Opaque here. */
  readonly secret: string;
  /** A number that only rises, readable without the key; 0 for what does not count. */
  readonly counter: number;
  /** ISO instant of its addition. */
  readonly at: string;
}

/** The secret records of one noun. */
export interface Shelf {
  /** Adds a record; one with a known id is left as it is. */
  add(record: ShelfRecord): Promise<void>;
  find(id: string): Promise<ShelfRecord | null>;
  /**
   * Moves a counter on, in one step: of several calls with one number, one succeeds. What does not count stays at 0.
   * @returns `false`: it stands there or further already, or there is no such record
   */
  advance(id: string, counter: number): Promise<boolean>;
  /** Records added before `before` (ISO instant), oldest first, for the sweeper to compare with the log. */
  olderThan(before: string): Promise<readonly Pick<ShelfRecord, 'id' | 'subject'>[]>;
  remove(id: string): Promise<void>;
}

/** The shelves of all nouns. */
export interface Shelves {
  /** @param noun its name, the same for ever */
  shelf(noun: string): Shelf;
  /** Removes every record of a person, of whatever noun. */
  clearShelves(subject: string): Promise<void>;
}

/** The key of a record among those of all nouns. A noun's name has no space in it. */
export function shelfKey(noun: string, id: string): string {
  return `${noun} ${id}`;
}
