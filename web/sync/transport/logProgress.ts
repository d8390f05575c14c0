import { isContinued, isProven } from '#projections/sync/eras.ts';
import { laterPosition } from '#projections/sync/position.ts';
import type { LogEra, Mark } from '#projections/sync/protocol.ts';

/**
 * The highest position that this page has received, and the eras of the log as the hub sent them. After a restore from
 * a backup the hub's eras do not prove that position: then everything received is void.
 */
export class LogProgress {
  #furthest: Mark | null = null;
  #eras: readonly LogEra[] = [];

  /** A position was received. @param era its era; the present one when left out */
  reached(position: string, era = this.#eras.at(-1)?.id): void {
    if (era === undefined) return;
    const before = this.#furthest?.position ?? position;
    this.#furthest = { era, position: laterPosition(before, position) };
  }

  /** A connection has opened. @returns whether the positions received before are in its log */
  opened(eras: readonly LogEra[]): boolean {
    const isSameLog = this.#furthest === null || isProven(eras, this.#furthest);
    this.#eras = eras;
    if (!isSameLog) this.#furthest = null;
    // A position proven in an older era is one of the present era as well.
    else if (this.#furthest !== null) this.reached(this.#furthest.position);
    return isSameLog;
  }

  /**
   * Eras have begun while the connection was open.
   *
   * @returns gives marks that were proven so far the present era; `null`: these eras are of another log
   */
  began(eras: readonly LogEra[]): ((mark: Mark) => Mark) | null {
    const before = this.#eras;
    if (!isContinued(before, eras)) return null;
    this.#eras = eras;
    const renewed = (mark: Mark) => (isProven(before, mark) ? this.mark(mark.position) : mark);
    if (this.#furthest !== null) this.#furthest = renewed(this.#furthest);
    return renewed;
  }

  /** The position, marked with the present era. */
  mark(position: string): Mark {
    return { era: this.#eras.at(-1)?.id ?? '', position };
  }

  /** Whether a mark that another tab received is in the log as this page knows it. */
  isProven(mark: Mark): boolean {
    return isProven(this.#eras, mark);
  }
}
