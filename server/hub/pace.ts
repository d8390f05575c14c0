import { ANSWERS_AT_ONCE_MAX, ANSWERS_BATCH_MS } from './limits.ts';
import type { HubClock } from './ports.ts';

/**
 * Schedules the making of answers with documents, which uses the one thread that all share: 20 ms for a large answer.
 * Hundreds of readers who ask at once would block it for seconds. So only some answers are made before the event loop
 * handles new input, and clients take turns: one with a thousand connections delays only itself.
 */
export class Pace {
  readonly #clock: HubClock;
  /** Waiting answers by client; the next client is at the front. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Answers of one batch: as many as lately took about `ANSWERS_BATCH_MS`. */
  #atOnce = 1;
  /** When an answer was made last. */
  #madeAt = 0;
  #isRunning = false;

  constructor(clock: HubClock) {
    this.#clock = clock;
  }

  /** Resolves when an answer to this client may be made; the caller then makes it synchronously. */
  turnOf(client: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(client);
      if (line === undefined) this.#waiting.set(client, [resolve]);
      else line.push(resolve);
      if (!this.#isRunning) this.#makeBatch();
    });
  }

  /** An answer was made. What others do before the next answer does not count: while thousands connect that is much. */
  made(): void {
    this.#madeAt = this.#clock.now();
  }

  #makeBatch(): void {
    this.#isRunning = this.#waiting.size > 0;
    if (!this.#isRunning) return;
    const begunAt = this.#clock.now();
    for (let count = 0; count < this.#atOnce; count += 1) this.#next()?.();
    this.#clock.soon(() => {
      const isQuick = this.#madeAt - begunAt < ANSWERS_BATCH_MS;
      this.#atOnce = isQuick ? Math.min(this.#atOnce * 2, ANSWERS_AT_ONCE_MAX) : Math.max(this.#atOnce / 2, 1);
      this.#makeBatch();
    });
  }

  /** Takes the first answer of the next client, and moves that client to the end. */
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
