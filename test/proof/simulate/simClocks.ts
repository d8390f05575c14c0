import type { VirtualTime } from './virtualTime.ts';

/** The clocks on the walls of the simulated world: that of the server may be wrong, that of everybody else is right. */
export class SimClocks {
  readonly #time: VirtualTime;
  /** Milliseconds that the server's wall clock is off. */
  #offset = 0;
  /** Milliseconds that have gone by while nobody was there. */
  #skipped = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** The server's. */
  readonly server = (): Date => new Date(this.right() + this.#offset);

  /** Milliseconds of the right one. */
  readonly right = (): number => this.#time.clock.now() + this.#skipped;

  /** Sets the server's clock forth or back. */
  step(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  /** Lets time go by at once, for everybody. */
  skip(milliseconds: number): void {
    this.#skipped += milliseconds;
  }
}
