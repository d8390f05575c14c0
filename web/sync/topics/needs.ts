import type { DocumentRef } from '#projections/kernel/collection.ts';
import { refId } from '#projections/kernel/collection.ts';
import type { NeedAnswer } from '#projections/sync/protocol.ts';
import type { Documents } from '../documents/documents.ts';
import type { Acknowledgements } from '../outbox/acknowledgements.ts';
import { backOff } from '../transport/backOff.ts';
import type { Clock } from '../transport/clock.ts';
import type { HubLink } from '../transport/hubLink.ts';
import { ASK_RETRY_MAX_MS } from '../transport/limits.ts';
import { NEED_SPACING_MS } from './limits.ts';
import type { Receiver } from './receiver.ts';
import type { Wanted } from './wanted.ts';

/** Dependencies of the needs. */
export interface NeedsParts {
  readonly link: HubLink;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly documents: Documents;
  readonly acknowledgements: Acknowledgements;
  readonly wanted: Wanted;
  readonly receiver: Receiver;
}

/**
 * Asks for the viewer's own documents about a document (their save). Snapshots and pages bring them, and each change of
 * them is published; but rows are the same for all viewers and cannot. So they are asked for when a row brings a new
 * document. Many rows make one ask.
 */
export class Needs {
  readonly #parts: NeedsParts;
  #isOpen = false;
  #isAsking = false;
  #wantsProgress = false;
  #mayAskAt = 0;
  #failures = 0;

  constructor(parts: NeedsParts) {
    this.#parts = parts;
  }

  /**
   * Asks the hub to report when everything up to the last acknowledgement was sent: another tab's socket has received
   * it.
   */
  askProgress(): void {
    this.#wantsProgress = true;
    this.askSoon();
  }

  opened(): void {
    this.#isOpen = true;
    this.askSoon();
  }

  closed(): void {
    this.#isOpen = false;
    this.#isAsking = false;
  }

  /** Asks for the wanted documents, if there are any. */
  askSoon(): void {
    if (!this.#isOpen || this.#isAsking || (this.#parts.wanted.isEmpty && !this.#wantsProgress)) return;
    this.#isAsking = true;
    const wait = Math.max(0, this.#mayAskAt - this.#parts.clock.now());
    this.#parts.clock.after(wait, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    if (!this.#isOpen) return;
    const { link, clock, random, wanted, acknowledgements } = this.#parts;
    const askedAt = clock.now();
    const refs = wanted.next();
    this.#wantsProgress = false;
    const answer = await link.need({ refs, ...acknowledgements.freshness });
    if (!this.#isOpen) return;
    this.#isAsking = false;
    if (answer !== null && 'ok' in answer) {
      this.#failures = 0;
      this.#mayAskAt = askedAt + NEED_SPACING_MS;
      this.#take(refs, answer);
    } else {
      this.#failures += 1;
      this.#mayAskAt = clock.now() + backOff(this.#failures, NEED_SPACING_MS, ASK_RETRY_MAX_MS, random());
    }
    this.askSoon();
  }

  /** A document that was asked for and does not exist is stored as a tombstone, so that a later row can replace it. */
  #take(refs: readonly DocumentRef[], { documents, position }: NeedAnswer): void {
    const received = new Set(documents.map(refId));
    // A version that is held from before the answer is gone; a newer one has come by a row since.
    const isOld = (ref: DocumentRef) => (this.#parts.documents.get(refId(ref))?.position ?? '') < position;
    const absent = refs
      .filter((ref) => !received.has(refId(ref)) && isOld(ref))
      .map(({ collection, key }) => ({ collection, key, position, doc: null }));
    this.#parts.wanted.found(refs);
    this.#parts.receiver.documents([...documents, ...absent]);
  }
}
