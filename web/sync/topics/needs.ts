import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import {
  type Freshness,
  type NeedAnswer,
  needAnswerSchema,
  type Rows,
  type TopicAnswer,
  type WireDocument,
} from '#projections/sync/protocol.ts';
import { type Collections, viewerRefsOf } from '#projections/sync/window.ts';
import type { Documents } from '../documents/documents.ts';
import { ASK_TIMEOUT_MS, NEED_MAX_REFS, NEED_SPACING_MS } from '../limits.ts';
import type { Clock, Transport } from '../ports.ts';

export interface NeedsPorts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly collections: Collections;
  readonly documents: Documents;
  readonly userId: () => string | null;
  /** Answers must not be older than this. */
  readonly freshness: () => Freshness;
  readonly take: (documents: readonly WireDocument[]) => void;
}

/**
 * What belongs to the viewer beside a document (their save) comes with snapshots and pages, and by itself when it
 * changes. A row cannot bring it, for rows are the same for all: so it is asked for when a document newly comes by
 * a row. Many rows make one ask.
 */
export class Needs {
  readonly #ports: NeedsPorts;
  readonly #wanted = new Map<string, DocumentRef>();
  /** Documents by `refId` of which what belongs to the viewer is known, or asked for. */
  readonly #known = new Set<string>();
  #isOpen = false;
  #isAsking = false;
  #wantsProgress = false;
  #mayAskAt = 0;

  constructor(ports: NeedsPorts) {
    this.#ports = ports;
  }

  /** An answer is complete: what of the viewer it does not hold does not exist. */
  answered(answer: TopicAnswer): void {
    for (const document of answer.documents) this.#known.add(refId(document));
  }

  rows(rows: Rows): void {
    for (const id of rows.created) this.#known.add(id);
    for (const document of [...rows.documents, ...rows.refs]) this.#look(document);
    this.#askSoon();
  }

  /** Makes the hub say when everything up to the last acknowledgement was sent: another tab's socket has it. */
  askProgress(): void {
    this.#wantsProgress = true;
    this.#askSoon();
  }

  /** What is no longer held is not known any more. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  opened(): void {
    this.#isOpen = true;
    this.#askSoon();
  }

  closed(): void {
    this.#isOpen = false;
    this.#isAsking = false;
  }

  reset(): void {
    this.#wanted.clear();
    this.#known.clear();
  }

  #look(document: WireDocument): void {
    const id = refId(document);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    for (const ref of viewerRefsOf(this.#ports.collections, document.collection, document.doc, this.#ports.userId())) {
      if (this.#ports.documents.get(refId(ref)) === undefined) this.#wanted.set(refId(ref), ref);
    }
  }

  #askSoon(): void {
    if (!this.#isOpen || this.#isAsking || (this.#wanted.size === 0 && !this.#wantsProgress)) return;
    this.#isAsking = true;
    const wait = Math.max(0, this.#mayAskAt - this.#ports.clock.now());
    this.#ports.clock.after(wait, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    if (!this.#isOpen) return;
    this.#mayAskAt = this.#ports.clock.now() + NEED_SPACING_MS;
    const refs = [...this.#wanted.values()].slice(0, NEED_MAX_REFS);
    this.#wantsProgress = false;
    const answer = await this.#request(refs);
    if (!this.#isOpen) return;
    this.#isAsking = false;
    if (answer !== null) this.#take(refs, answer);
    this.#askSoon();
  }

  async #request(refs: readonly DocumentRef[]): Promise<NeedAnswer | null> {
    try {
      const message = { refs, ...this.#ports.freshness() };
      const answer = needAnswerSchema.safeParse(await this.#ports.transport.request('need', message, ASK_TIMEOUT_MS));
      return answer.success ? answer.data : null;
    } catch {
      return null;
    }
  }

  /** What was asked for and is not there is remembered as gone, so that a later row knows what it changes. */
  #take(refs: readonly DocumentRef[], { documents, position }: NeedAnswer): void {
    const told = new Set(documents.map(refId));
    const absent = refs
      .filter((ref) => !told.has(refId(ref)) && this.#ports.documents.get(refId(ref)) === undefined)
      .map(({ collection, key }) => ({ collection, key, position, doc: null }));
    for (const ref of refs) this.#wanted.delete(refId(ref));
    this.#ports.take([...documents, ...absent]);
  }
}
