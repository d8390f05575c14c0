import { START } from '#projections/sync/position.ts';
import type { Freshness, Mark } from '#projections/sync/protocol.ts';
import type { LogProgress } from '../transport/logProgress.ts';
import type { OutboxEntry, PendingCommand } from './entry.ts';

/** A command that took effect and whose effect is not in the documents yet. */
type Unseen = PendingCommand & { readonly acknowledgedAt: string; readonly era: string };

/**
 * Commands acknowledged, here or in another tab, whose effect has not been received: their predictions stay until then.
 */
export class Acknowledgements {
  readonly #logProgress: LogProgress;
  #unseen: readonly Unseen[] = [];
  #last: Mark | null = null;

  constructor(logProgress: LogProgress) {
    this.#logProgress = logProgress;
  }

  get unseen(): readonly PendingCommand[] {
    return this.#unseen;
  }

  /** Answers must be at least this fresh. */
  get freshness(): Freshness {
    return this.#last === null ? { notBefore: START } : { notBefore: this.#last.position, era: this.#last.era };
  }

  /**
   * A command took effect.
   *
   * @param isConnected if so, an unproven mark belongs to a log that is lost; if not, another tab may know an era that
   *   this one has not received yet
   */
  add(entry: OutboxEntry, mark: Mark, isConnected: boolean): void {
    if (isConnected && !this.#logProgress.isProven(mark)) return;
    const isLater = this.#last === null || this.#last.era !== mark.era || this.#last.position < mark.position;
    if (isLater) this.#last = mark;
    this.#unseen = [...this.#unseen, { entry, acknowledgedAt: mark.position, era: mark.era }];
  }

  /** The eras of the log were received: marks that they do not prove are lost. */
  prove(): void {
    this.#unseen = this.#unseen.filter((unseen) => this.#isProven(unseen));
  }

  /** Eras have begun in this log. @param renewed gives a proven mark the present one */
  renew(renewed: (mark: Mark) => Mark): void {
    if (this.#last !== null) this.#last = renewed(this.#last);
    this.#unseen = this.#unseen.map((unseen) => {
      const { era } = renewed({ era: unseen.era, position: unseen.acknowledgedAt });
      return { ...unseen, era };
    });
  }

  /** @param settled position up to which everything is shown @returns whether a prediction ended */
  settle(settled: () => string): boolean {
    if (this.#unseen.length === 0) return false;
    const position = settled();
    const still = this.#unseen.filter((unseen) => unseen.acknowledgedAt > position || !this.#isProven(unseen));
    const hasSettled = still.length < this.#unseen.length;
    if (hasSettled) this.#unseen = still;
    return hasSettled;
  }

  reset(): void {
    this.#unseen = [];
    this.#last = null;
  }

  #isProven({ era, acknowledgedAt: position }: Unseen): boolean {
    return this.#logProgress.isProven({ era, position });
  }
}
