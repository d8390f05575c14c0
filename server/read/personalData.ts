import type { KeyObject } from 'node:crypto';
import { isSealed, readSealed, type SealedValue } from '#domain/kernel/personal.ts';
import { type AnyCollection, refId, type Versioned } from '#projections/kernel/collection.ts';
import { blankDocument, erasedBy } from '#projections/kernel/erasure.ts';
import { mapInBatches } from '../concurrency/batches.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { type EventDefinitions, openPersonal } from '../log/eventCodec.ts';
import { missingKey, type SubjectKey, type SubjectKeys } from '../log/subjectKeys.ts';

/**
 * Characters of the sealed forms whose open values are kept at least; the ones unused for longest are evicted first.
 * Thousands of usual texts. A text of bold and italic leaves alone is 40 times as long as what is read in it, so a number
 * of values would say nothing about the memory.
 */
const VALUES_KEPT_CHARACTERS = 4_000_000;
/** Documents that are opened between two yields to the event loop: about a millisecond of work. */
const OPENED_IN_A_BATCH = 50;

/** A document that is withheld from everybody, for the operator's alarm. */
export interface Withheld {
  readonly collection: string;
  readonly key: string;
  readonly subject: string;
  readonly reason: string;
}

/**
 * Opens the personal data of documents where a person is answered; all lower layers handle it sealed.
 *
 * - An erased subject: all personal fields are `null`.
 * - A key that is missing without erasure, or a value that the key does not open: the document is withheld. It stays
 *   sealed, so its plain fields still decide rights and order, and `holdsSealed` keeps it from being sent. It is never
 *   blanked, since the missing key may come back.
 */
export interface PersonalData {
  /**
   * Returns the documents with personal data open. A document of `erasures` among them takes effect at once.
   * @throws Unavailable the vault does not answer
   */
  open<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]>;
  /** Why documents are withheld now, in words; `null`: none are. */
  problem(): string | null;
  /** Subjects of whom documents are withheld now. */
  readonly withheldSubjects: number;
}

export interface PersonalDataOptions {
  readonly keys: Pick<SubjectKeys, 'find' | 'erased' | 'isErased' | 'onForget'>;
  readonly definitions: EventDefinitions;
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** Called when the first document of a subject is withheld. */
  readonly onWithheld: (withheld: Withheld) => void;
}

/** Makes the opener of documents. */
export function createPersonalData({ keys, definitions, collections, onWithheld }: PersonalDataOptions): PersonalData {
  /** Opened values by their sealed form, which is unique to a value. */
  const opened = new RecentMap<string, { readonly value: unknown }>(VALUES_KEPT_CHARACTERS, ({ length }) => length);
  const withheld = new Map<string, Withheld>();
  // No decrypted data of an erased person may stay in memory. Erasures are rare, so all values are dropped.
  keys.onForget((subject) => {
    opened.clear();
    if (subject !== null) withheld.delete(subject);
  });

  function openValueOf(sealed: SealedValue, key: KeyObject): unknown {
    const known = opened.get(sealed.$sealed);
    if (known !== undefined) return known.value;
    const value = openPersonal(definitions, sealed, key);
    opened.set(sealed.$sealed, { value });
    return value;
  }

  function withhold<Document extends Versioned>(document: Document, subject: string, reason: string): Document {
    if (!withheld.has(subject)) {
      const { collection, key } = document;
      withheld.set(subject, { collection, key, subject, reason });
      onWithheld({ collection, key, subject, reason });
    }
    return document;
  }

  function openOne<Document extends Versioned>(document: Document, found: ReadonlyMap<string, SubjectKey>): Document {
    const collection = collections.get(document.collection);
    if (collection === undefined) return document;
    const sealed = sealedFields(collection, document.doc);
    if (sealed.length === 0) return document;
    const doc: Record<string, unknown> = { ...(document.doc as Readonly<Record<string, unknown>>) };
    for (const { field, value, subject } of sealed) {
      const key = keys.isErased(subject) ? 'erased' : (found.get(subject) ?? 'missing');
      if (key === 'erased') return { ...document, doc: blankDocument(collection, document.doc) };
      if (key === 'missing') return withhold(document, subject, missingKey(subject));
      try {
        doc[field] = openValueOf(value, key);
      } catch (error) {
        const reason = `${refId(document)}, ${field}: it does not open with the key of ${subject} (${String(error)}).`;
        return withhold(document, subject, reason);
      }
      withheld.delete(subject);
    }
    return { ...document, doc };
  }

  return {
    async open(documents) {
      const erased = documents.flatMap((document) => erasedBy(document) ?? []);
      if (erased.length > 0) keys.erased(erased);
      const subjects = new Set<string>();
      for (const { collection, doc } of documents) {
        for (const { subject } of sealedFields(collections.get(collection), doc)) subjects.add(subject);
      }
      if (subjects.size === 0) return documents;
      const found = await keys.find([...subjects]);
      return mapInBatches(documents, OPENED_IN_A_BATCH, (document) => openOne(document, found));
    },
    problem() {
      const [first] = withheld.values();
      return first === undefined ? null : `Documents of ${withheld.size} people are withheld. ${first.reason}`;
    },
    get withheldSubjects() {
      return withheld.size;
    },
  };
}

/** The sealed fields of a document with the subject that each names. */
function sealedFields(
  collection: AnyCollection | undefined,
  doc: unknown,
): readonly { readonly field: string; readonly value: SealedValue; readonly subject: string }[] {
  if (collection === undefined || collection.personal.length === 0 || doc === null || doc === undefined) return [];
  const fields = doc as Readonly<Record<string, unknown>>;
  return collection.personal.flatMap((field) => {
    const value = fields[field];
    return isSealed(value) ? [{ field, value, subject: readSealed(value)?.subject ?? '' }] : [];
  });
}
