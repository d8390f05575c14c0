import { isProven } from '#projections/sync/eras.ts';
import { laterPosition } from '#projections/sync/position.ts';
import type { LogEra, Mark } from '#projections/sync/protocol.ts';

/**
 * Where this page stands in the log: the furthest position that it was told, and the eras of the log as the hub told
 * them. After a restore from a backup the hub's eras do not prove what the page was told: then all of it is void.
 */
export class LogProgress {
  #furthest: Mark | null = null;
  #eras: readonly LogEra[] = [];

  /** The hub has told a position. @param era of which it is; the present one when left out */
  reached(position: string, era = this.#eras.at(-1)?.id): void {
    if (era === undefined) return;
    const before = this.#furthest?.position ?? position;
    this.#furthest = { era, position: laterPosition(before, position) };
  }

  /** A connection has opened. @returns whether what was told before is in the log that is there now */
  opened(eras: readonly LogEra[]): boolean {
    const isSameLog = this.#furthest === null || isProven(eras, this.#furthest);
    this.#eras = eras;
    if (!isSameLog) this.#furthest = null;
    // What is proven of an older era is so of the present one.
    else if (this.#furthest !== null) this.reached(this.#furthest.position);
    return isSameLog;
  }

  /** A position as one of the present era. */
  mark(position: string): Mark {
    return { era: this.#eras.at(-1)?.id ?? '', position };
  }

  /** Whether something that was told elsewhere, in another tab, is in the log as this page knows it. */
  isProven(mark: Mark): boolean {
    return isProven(this.#eras, mark);
  }
}
