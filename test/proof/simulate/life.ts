import type { VirtualTime } from './virtualTime.ts';

/** Least and most milliseconds that something takes. */
export type Span = readonly [least: number, most: number];

/** A port whose members are all asynchronous calls. */
type AsyncPort = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/**
 * The life of one simulated process. After its end no code of the process continues: pending calls never return, timers
 * do not fire, new calls have no effect. Earlier effects stay.
 */
export class Life {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  /** Factor on the duration of the process's calls; 0: they take no time. */
  readonly #slowness: number;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;

  constructor(time: VirtualTime, random: () => number, slowness: number) {
    this.#time = time;
    this.#random = random;
    this.#slowness = slowness;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when the life is over. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }

  /** The process's monotonic clock. */
  readonly clock = {
    now: () => this.#time.clock.now(),
    after: (milliseconds: number, action: () => void) =>
      this.#time.after(milliseconds, () => {
        if (!this.#isOver) action();
      }),
  };

  /** Waits for milliseconds. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(milliseconds, resolve));
  }

  /** Waits for as long as something takes. */
  async takes([least, most]: Span): Promise<void> {
    if (this.#slowness > 0) await this.pause(this.#slowness * (least + this.#random() * (most - least)));
  }

  /** The outcome of work outside of the process, if the process is there to hear of it. */
  hears<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => this.#isOver || resolve(value),
        (error: unknown) => this.#isOver || reject(error),
      );
    });
  }

  /** Something outside of the process that takes time before it takes effect. */
  async reaches<T>(span: Span, work: () => Promise<T>): Promise<T> {
    await this.takes(span);
    return this.hears(work());
  }

  /** A port outside of the process as the process sees it: at once, but only as long as it lives. */
  port<Port extends object>(port: Port): Port {
    const calls = Object.entries(port as AsyncPort).map(([name, call]) => [
      name,
      (...args: never[]) => (this.#isOver ? new Promise(() => undefined) : this.hears(call(...args))),
    ]);
    return Object.fromEntries(calls) as Port;
  }
}
