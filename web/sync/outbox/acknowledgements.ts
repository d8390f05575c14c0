import { START } from '#projections/sync/position.ts';
import type { Freshness, Mark } from '#projections/sync/protocol.ts';
import type { LogProgress } from '../transport/logProgress.ts';
import type { OutboxEntry, PendingCommand } from './entry.ts';
import type { Unseen, UnseenStorage } from './ports.ts';

/**
 * Commands acknowledged, here or in another tab, whose effect has not been received: their predictions stay until then, also
 * over a reload of the tab. The read models may be seconds behind, and what a page has shown as sent must not be gone.
 */
export class Acknowledgements {
  readonly #logProgress: LogProgress;
  readonly #storage: UnseenStorage | null;
  #unseen: readonly Unseen[] = [];
  #last: Mark | null = null;

  /** @param storage `null`: nothing is kept over a reload */
  constructor(logProgress: LogProgress, storage: UnseenStorage | null) {
    this.#logProgress = logProgress;
    this.#storage = storage;
  }

  get unseen(): readonly PendingCommand[] {
    return this.#unseen.map(({ entry, mark }) => ({ entry, acknowledgedAt: mark.position }));
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
    this.#become([...this.#unseen, { entry: { ...entry, uploads: [] }, mark }]);
  }

  /** A user's own that an earlier page of this tab has kept. It is asked before `reset`, which forgets all. */
  kept(userId: string | null): readonly Unseen[] {
    return this.#storage?.load().filter(({ entry }) => entry.actor === userId) ?? [];
  }

  /** Goes on where an earlier page of this tab ended. */
  restore(kept: readonly Unseen[]): void {
    for (const { entry, mark } of kept) this.add(entry, mark, false);
  }

  /** The eras of the log were received: marks that they do not prove are lost. */
  prove(): void {
    this.#become(this.#unseen.filter(({ mark }) => this.#logProgress.isProven(mark)));
  }

  /** Eras have begun in this log. @param renewed gives a proven mark the present one */
  renew(renewed: (mark: Mark) => Mark): void {
    if (this.#last !== null) this.#last = renewed(this.#last);
    this.#become(this.#unseen.map(({ entry, mark }) => ({ entry, mark: renewed(mark) })));
  }

  /** @param settled position up to which everything is shown @returns whether a prediction ended */
  settle(settled: () => string): boolean {
    if (this.#unseen.length === 0) return false;
    const position = settled();
    const still = this.#unseen.filter(({ mark }) => mark.position > position || !this.#logProgress.isProven(mark));
    const hasSettled = still.length < this.#unseen.length;
    if (hasSettled) this.#become(still);
    return hasSettled;
  }

  reset(): void {
    this.#unseen = [];
    this.#last = null;
    this.#storage?.keep([]);
  }

  #become(unseen: readonly Unseen[]): void {
    const isChanged = unseen.length > 0 || this.#unseen.length > 0;
    this.#unseen = unseen;
    if (isChanged) this.#storage?.keep(unseen);
  }
}
