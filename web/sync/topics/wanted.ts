import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import type { Rows, TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { type Collections, viewerRefsOf } from '#projections/sync/window.ts';
import type { Documents } from '../documents/documents.ts';
import { NEED_MAX_REFS } from './limits.ts';

/** The viewer's own documents about documents that came by a row, as far as they are unknown. */
export class Wanted {
  readonly #collections: Collections;
  readonly #documents: Documents;
  readonly #wanted = new Map<string, DocumentRef>();
  /** Documents by `refId` for which the viewer's own documents are known, or asked for. */
  readonly #known = new Set<string>();
  /** Documents that have left all windows: what is held of the viewer's own about them may be old. */
  readonly #left = new Set<string>();

  constructor(collections: Collections, documents: Documents) {
    this.#collections = collections;
    this.#documents = documents;
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** Documents to ask for next. */
  next(): readonly DocumentRef[] {
    return [...this.#wanted.values()].slice(0, NEED_MAX_REFS);
  }

  /** An answer is complete: the viewer's documents that it does not contain do not exist. */
  answered({ documents }: TopicAnswer): void {
    for (const document of documents) {
      this.#known.add(refId(document));
      this.#left.delete(refId(document));
    }
  }

  /** A row brings only documents that are the same for all viewers. */
  rows(rows: Rows, viewer: string | null): void {
    for (const id of rows.created) this.#known.add(id);
    for (const document of [...rows.documents, ...rows.refs]) this.#look(document, viewer);
  }

  /** These were asked for and answered. */
  found(refs: readonly DocumentRef[]): void {
    for (const ref of refs) this.#wanted.delete(refId(ref));
  }

  /** The viewer's documents of a forgotten document are unknown again. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  clear(): void {
    this.#wanted.clear();
    this.#known.clear();
    this.#left.clear();
  }

  #look(document: WireDocument, viewer: string | null): void {
    const id = refId(document);
    if (document.doc === null) {
      // It is sent so when it is deleted and when it leaves; from then on nothing of the viewer's comes with it.
      this.#known.delete(id);
      this.#left.add(id);
      return;
    }
    if (this.#known.has(id)) return;
    this.#known.add(id);
    const isBack = this.#left.delete(id);
    for (const ref of viewerRefsOf(this.#collections, document.collection, document.doc, viewer)) {
      if (isBack || this.#documents.get(refId(ref)) === undefined) this.#wanted.set(refId(ref), ref);
    }
  }
}
