import { ANSWERS_AT_ONCE_MAX, ANSWERS_STRETCH_MS } from './limits.ts';
import type { HubClock } from './ports.ts';

/**
 * When answers with documents are put together. That takes the one thread that everybody shares: a large answer 20 ms of
 * it, and hundreds of readers who ask at one moment would have theirs made in one go, while nobody else is heard for
 * seconds. So some are made at a stretch, then everything is heard that has come meanwhile, and clients take turns: one
 * with a thousand connections waits for itself.
 */
export class Pace {
  readonly #clock: HubClock;
  /** Those who wait, by client, the client whose turn is next at the front. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Answers of one stretch: as many as lately took about `ANSWERS_STRETCH_MS`. */
  #atOnce = 1;
  #isRunning = false;

  constructor(clock: HubClock) {
    this.#clock = clock;
  }

  /** Resolves when an answer to this client may be made; it is made without waiting for anything else. */
  turnOf(client: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(client);
      if (line === undefined) this.#waiting.set(client, [resolve]);
      else line.push(resolve);
      if (!this.#isRunning) this.#stretch();
    });
  }

  #stretch(): void {
    this.#isRunning = this.#waiting.size > 0;
    if (!this.#isRunning) return;
    const begunAt = this.#clock.now();
    for (let count = 0; count < this.#atOnce; count += 1) this.#next()?.();
    this.#clock.soon(() => {
      const isQuick = this.#clock.now() - begunAt < ANSWERS_STRETCH_MS;
      this.#atOnce = isQuick ? Math.min(this.#atOnce * 2, ANSWERS_AT_ONCE_MAX) : Math.max(this.#atOnce / 2, 1);
      this.#stretch();
    });
  }

  /** Takes the first of the client whose turn it is, which then waits behind the others. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [client, line] = first;
    const resolve = line.shift();
    this.#waiting.delete(client);
    if (line.length > 0) this.#waiting.set(client, line);
    return resolve;
  }
}
