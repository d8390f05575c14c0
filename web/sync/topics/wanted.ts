import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import type { Rows, TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { type Collections, viewerRefsOf } from '#projections/sync/window.ts';
import type { Documents } from '../documents/documents.ts';
import { NEED_MAX_REFS } from './limits.ts';

/** What belongs to the viewer beside documents that came by a row, and is not known yet. */
export class Wanted {
  readonly #collections: Collections;
  readonly #documents: Documents;
  readonly #wanted = new Map<string, DocumentRef>();
  /** Documents by `refId` of which what belongs to the viewer is known, or asked for. */
  readonly #known = new Set<string>();

  constructor(collections: Collections, documents: Documents) {
    this.#collections = collections;
    this.#documents = documents;
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** What to ask for next. */
  next(): readonly DocumentRef[] {
    return [...this.#wanted.values()].slice(0, NEED_MAX_REFS);
  }

  /** An answer is complete: what of the viewer it does not hold does not exist. */
  answered({ documents }: TopicAnswer): void {
    for (const document of documents) this.#known.add(refId(document));
  }

  /** A row brings only what is the same for all. */
  rows(rows: Rows, viewer: string | null): void {
    for (const id of rows.created) this.#known.add(id);
    for (const document of [...rows.documents, ...rows.refs]) this.#look(document, viewer);
  }

  /** These were asked for and answered. */
  found(refs: readonly DocumentRef[]): void {
    for (const ref of refs) this.#wanted.delete(refId(ref));
  }

  /** What is no longer held is not known any more. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  clear(): void {
    this.#wanted.clear();
    this.#known.clear();
  }

  #look(document: WireDocument, viewer: string | null): void {
    const id = refId(document);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    for (const ref of viewerRefsOf(this.#collections, document.collection, document.doc, viewer)) {
      if (this.#documents.get(refId(ref)) === undefined) this.#wanted.set(refId(ref), ref);
    }
  }
}
