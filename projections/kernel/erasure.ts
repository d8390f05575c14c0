import * as z from 'zod/mini';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { isSealed } from '#domain/kernel/personal.ts';
import type { SubjectErased } from '#domain/kernel/subject.ts';
import { type AnyCollection, type DocumentRef, defineCollection } from './collection.ts';
import { type Projection, write } from './projection.ts';

/**
 * Erasure (blueprint §3, P10). Documents hold personal data sealed, as the event had it, so erasing a person destroys a
 * key and rewrites nothing: from then on the data opens as absent. Browsers hold it open and have to be notified. So an
 * erasure is a document, and every document of a subject refers to it (`erasureRefOf`): a client that was sent the one
 * is sent the other, at once or on return, and then blanks its documents (`blankDocument`).
 */
const erasureSchema = z.strictObject({ id: z.string() });

/** Erased subjects. Published with the documents of the subject. Key: user id. */
export const erasures = defineCollection<z.infer<typeof erasureSchema>>({
  name: 'erasures',
  schema: erasureSchema,
  queries: {},
  topics: () => [],
});

/** Remembers who was erased. */
export const erasureProjection: Projection = {
  name: 'erasure',
  version: 1,
  collections: [erasures],
  folds: {
    SubjectErased: {
      reads: ({ data }: RecordedEvent<SubjectErased>) => [{ collection: erasures.name, key: data.userId }],
      fold: ({ data }: RecordedEvent<SubjectErased>) => [write(erasures, data.userId, { id: data.userId })],
    },
  },
};

/** A document by the name of its collection. */
interface NamedDocument extends DocumentRef {
  readonly doc: unknown;
}

/** Id of the person whom a document says to be erased, or `null`. */
export function erasedBy({ collection, key, doc }: NamedDocument): string | null {
  return collection === erasures.name && doc !== null ? key : null;
}

/** Id of the person whose personal data a document holds, or `null`. */
export function subjectOf(collection: AnyCollection | undefined, doc: unknown): string | null {
  if (collection === undefined || collection.subject === null || collection.personal.length === 0) return null;
  if (doc === null || doc === undefined) return null;
  const subject = (doc as Readonly<Record<string, unknown>>)[collection.subject];
  return typeof subject === 'string' ? subject : null;
}

/** The document that says, if it is there, that the subject of a document was erased. */
export function erasureRefOf(collection: AnyCollection | undefined, doc: unknown): readonly DocumentRef[] {
  const subject = subjectOf(collection, doc);
  return subject === null ? [] : [{ collection: erasures.name, key: subject }];
}

/** The document without its subject's personal data. */
export function blankDocument(collection: AnyCollection, doc: unknown): Readonly<Record<string, unknown>> {
  const blanks = Object.fromEntries(collection.personal.map((field) => [field, null]));
  return { ...(doc as Record<string, unknown>), ...blanks };
}

/** Whether a document still has sealed personal data: it must not be sent like that. */
export function holdsSealed(collection: AnyCollection | undefined, doc: unknown): boolean {
  if (collection === undefined || doc === null || doc === undefined) return false;
  return collection.personal.some((field) => isSealed((doc as Readonly<Record<string, unknown>>)[field]));
}

/** Ids of the people who, by some documents, were erased. */
export function erasedAmong(documents: Iterable<NamedDocument>): ReadonlySet<string> {
  const erased = new Set<string>();
  for (const document of documents) {
    const subject = erasedBy(document);
    if (subject !== null) erased.add(subject);
  }
  return erased;
}

/** A document without the personal data of erased subjects; the same object where it has none. */
export function withoutErased<Document extends NamedDocument>(
  collections: ReadonlyMap<string, AnyCollection>,
  document: Document,
  isErased: (subject: string) => boolean,
): Document {
  const collection = collections.get(document.collection);
  const subject = subjectOf(collection, document.doc);
  if (collection === undefined || subject === null || !isErased(subject)) return document;
  return { ...document, doc: blankDocument(collection, document.doc) };
}
