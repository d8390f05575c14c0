import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyEvent, EventNamed } from '#domain/registry.ts';
import type { AnyCollection, Collection, DocumentRef } from './collection.ts';

/** A read of an event: one document, or all documents of a query (only for an erasure, see `erasure.ts`). */
export type Read =
  | DocumentRef
  | { readonly collection: string; readonly query: string; readonly values: readonly string[] };

/** Documents that one fold of an event may read: those of 128 page sessions of an ad's viewers are 260. */
export const FOLD_MAX_DOCUMENTS = 300;

/** The documents that a fold declared it reads, as they are before the event. */
export interface DocumentView {
  /** `undefined`: no such document, or a tombstone. */
  get<Doc>(collection: Collection<Doc>, key: string): Doc | undefined;
}

/** A document as a fold leaves it; `null` takes it away. */
export interface Write<Doc = unknown> extends DocumentRef {
  readonly doc: Doc | null;
}

/** Makes a write with the collection's own type. */
export function write<Doc>(collection: Collection<Doc>, key: string, doc: Doc | null): Write<Doc> {
  return { collection: collection.name, key, doc };
}

/**
 * How one event type changes a projection's documents. Pure: no clock, no randomness, no other collections.
 *
 * A fold reads by keys that follow from the event, `FOLD_MAX_DOCUMENTS` at most, and writes only documents it has read:
 * so an event with many dependents does not delay the log. An event that concerns more documents leaves a tombstone,
 * which decides access, and a reactor ends the others by events of their own.
 */
export interface EventFold<E extends DomainEvent = DomainEvent> {
  readonly reads: (event: RecordedEvent<E>) => readonly DocumentRef[];
  readonly fold: (event: RecordedEvent<E>, documents: DocumentView) => readonly Write[];
}

/** The fold of an event type. */
export type Fold<Type extends AnyEvent['type']> = EventFold<EventNamed<Type>>;

/** Folds by event type. */
export type Folds<E extends DomainEvent = AnyEvent> = { readonly [Event in E as Event['type']]?: EventFold<Event> };

/**
 * Folds of two parts of a projection, each in its own file. Each sees the documents as they were before the event, so the two
 * write different collections.
 */
export function besides(one: Folds, other: Folds): Folds {
  const types = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<AnyEvent['type']>;
  return Object.fromEntries([...types].map((type) => [type, joined([one[type], other[type]] as readonly EventFold[])]));
}

function joined(parts: readonly (EventFold | undefined)[]): EventFold {
  const folds = parts.filter((fold) => fold !== undefined);
  return {
    reads: (event) => folds.flatMap((fold) => fold.reads(event)),
    fold: (event, documents) => folds.flatMap((fold) => fold.fold(event, documents)),
  };
}

/**
 * A projection: one noun's read models. It writes its own collections and reads only those.
 * `version` is raised when a fold or a document's schema changes: a new version is built beside the old one.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly collections: readonly AnyCollection[];
  /** By event type; an event type that is not named changes nothing here. */
  readonly folds: Readonly<Record<string, EventFold<never>>>;
}
