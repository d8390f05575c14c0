import type { Command } from '#domain/kernel/decider.ts';
import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyEvent, EventNamed } from '#domain/registry.ts';
import type { AnyCollection, Collection, DocumentRef } from './collection.ts';
import type { NounDocuments } from './documents.ts';
import type { Predict } from './predict.ts';
import type { AnySearch } from './search.ts';
import type { TopicKinds } from './topic.ts';

/** A read of an event: one document, or all documents of a query (only for an erasure, see `erasure.ts`). */
export type Read =
  | DocumentRef
  | { readonly collection: string; readonly query: string; readonly values: readonly string[] };

/** Documents that one fold of an event may read: a reply names a post, 64 comments above it and the counters of all. */
export const FOLD_MAX_DOCUMENTS = 200;

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

/** The manifest of a noun in the read models: its documents and topics, its projection, and its predictions. */
export interface NounProjection<Kinds extends TopicKinds = TopicKinds> extends Projection, NounDocuments<Kinds> {
  readonly name: string;
  readonly collections: readonly AnyCollection[];
  /** By command type; a command that is not named shows nothing before its answer. */
  readonly predictions: Readonly<Record<string, Predict<Command>>>;
  /** Search indexes of its documents. */
  readonly search: readonly AnySearch[];
}

/** Declares a noun's read models. A fold under another event's name does not compile. */
export function defineProjection<Kinds extends TopicKinds = TopicKinds>(
  declaration: Pick<Projection, 'name' | 'version' | 'collections'> & {
    readonly folds: Folds;
    readonly topics: Kinds;
  } & Partial<Pick<NounProjection, 'predictions' | 'attachments' | 'search'>>,
): NounProjection<Kinds> {
  // A fold that is left out has no key at all, so none of the values is undefined.
  return {
    predictions: {},
    attachments: [],
    search: [],
    ...declaration,
    folds: declaration.folds as Projection['folds'],
  };
}
