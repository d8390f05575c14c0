import type { Versioned } from '#projections/kernel/collection.ts';
import type { DocumentHistory } from './model.ts';

interface Version {
  readonly from: string;
  readonly doc: unknown;
}

/** Keeps every version of every document that it is shown. */
export class RecordedDocuments implements DocumentHistory {
  readonly #collections = new Map<string, Map<string, Version[]>>();
  /** The last content of each document. A lost position does not change it: who wrote it stays known. */
  readonly #last = new Map<string, Map<string, unknown>>();

  learn({ collection, key, position, doc }: Versioned): void {
    const last = this.#last.get(collection) ?? new Map<string, unknown>();
    this.#last.set(collection, last);
    if (doc !== null) last.set(key, doc);
    const documents = this.#collections.get(collection) ?? new Map<string, Version[]>();
    this.#collections.set(collection, documents);
    const versions = documents.get(key);
    if (versions === undefined) documents.set(key, [{ from: position, doc }]);
    else if ((versions.at(-1)?.from ?? '') < position) versions.push({ from: position, doc });
  }

  /** Removes versions after a position, because they are lost. */
  forgetAfter(position: string): void {
    for (const documents of this.#collections.values()) {
      for (const [key, versions] of documents)
        documents.set(
          key,
          versions.filter(({ from }) => from <= position),
        );
    }
  }

  at(collection: string, key: string, position: string): unknown {
    const versions = this.#collections.get(collection)?.get(key) ?? [];
    return versions.findLast(({ from }) => from <= position)?.doc;
  }

  last(collection: string, key: string): unknown {
    return this.#last.get(collection)?.get(key);
  }

  ever(collection: string): Iterable<unknown> {
    return this.#last.get(collection)?.values() ?? [];
  }
}
