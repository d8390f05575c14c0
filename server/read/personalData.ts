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
/** Milliseconds between two alarms for one version of a withheld document. */
export const ALARM_EVERY_MS = 60 * 60 * 1_000;
/** Withheld documents that are noted; of more, the ones noted first are forgotten, and alarmed again when they are read. */
const WITHHELD_NOTED = 10_000;
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
  /** The same for a reader that goes through whole collections: what it opens is not kept in memory. */
  openOnce<Document extends Versioned>(documents: readonly Document[]): Promise<readonly Document[]>;
  /** Notes people as erased before a document says so: from now on nothing of theirs opens. */
  erased(subjects: readonly string[]): void;
  /** Why documents are withheld now, in words; `null`: none are. */
  problem(): string | null;
  /** Subjects of whom documents are withheld now. */
  readonly withheldSubjects: number;
}

export interface PersonalDataOptions {
  readonly keys: Pick<SubjectKeys, 'find' | 'erased' | 'isErased' | 'onForget'>;
  readonly definitions: EventDefinitions;
  readonly collections: ReadonlyMap<string, AnyCollection>;
  /** Called when a document is withheld: once for each version, and again every `ALARM_EVERY_MS` in which it is read. */
  readonly onWithheld: (withheld: Withheld) => void;
  /** Milliseconds since some fixed moment, independent of the wall clock; default: the process's own. */
  readonly uptime?: () => number;
}

/** A withheld document as it was read last. */
interface Noted extends Withheld {
  readonly position: string;
  readonly alarmedAt: number;
}

type OpenValue = (sealed: SealedValue, key: KeyObject) => unknown;

/** Makes the opener of documents. */
export function createPersonalData(options: PersonalDataOptions): PersonalData {
  const { keys, definitions, collections, onWithheld, uptime = () => performance.now() } = options;
  /** Opened values by their sealed form, which is unique to a value. */
  const opened = new RecentMap<string, { readonly value: unknown }>(VALUES_KEPT_CHARACTERS, ({ length }) => length);
  /** By `refId`. */
  const withheld = new Map<string, Noted>();
  // No decrypted data of an erased person may stay in memory. Erasures are rare, so all values are dropped.
  keys.onForget((subject) => {
    opened.clear();
    for (const [id, noted] of withheld) if (noted.subject === subject) withheld.delete(id);
  });

  const openValue: OpenValue = (sealed, key) => openPersonal(definitions, sealed, key);
  const openValueAndKeep: OpenValue = (sealed, key) => {
    const known = opened.get(sealed.$sealed);
    if (known !== undefined) return known.value;
    const value = openValue(sealed, key);
    opened.set(sealed.$sealed, { value });
    return value;
  };

  function withhold<Document extends Versioned>(document: Document, subject: string, reason: string): Document {
    const { collection, key, position } = document;
    const id = refId(document);
    const noted = withheld.get(id);
    const now = uptime();
    if (noted?.position === position && now - noted.alarmedAt < ALARM_EVERY_MS) return document;
    const found = { collection, key, subject, reason };
    withheld.set(id, { ...found, position, alarmedAt: now });
    const [oldest] = withheld.keys();
    if (withheld.size > WITHHELD_NOTED && oldest !== undefined) withheld.delete(oldest);
    onWithheld(found);
    return document;
  }

  /** A document that can be answered: opened, blank, or without personal data. */
  function answerable<Document extends Versioned>(document: Document): Document {
    if (withheld.size > 0) withheld.delete(refId(document));
    return document;
  }

  function openOne<Document extends Versioned>(
    document: Document,
    found: ReadonlyMap<string, SubjectKey>,
    openValueOf: OpenValue,
  ): Document {
    const collection = collections.get(document.collection);
    if (collection === undefined) return document;
    const sealed = sealedFields(collection, document.doc);
    if (sealed.length === 0) return answerable(document);
    const doc: Record<string, unknown> = { ...(document.doc as Readonly<Record<string, unknown>>) };
    for (const { field, value, subject } of sealed) {
      const key = keys.isErased(subject) ? 'erased' : (found.get(subject) ?? 'missing');
      if (key === 'erased') return answerable({ ...document, doc: blankDocument(collection, document.doc) });
      if (key === 'missing') return withhold(document, subject, missingKey(subject));
      try {
        doc[field] = openValueOf(value, key);
      } catch (error) {
        const reason = `${refId(document)}, ${field}: it does not open with the key of ${subject} (${String(error)}).`;
        return withhold(document, subject, reason);
      }
    }
    return answerable({ ...document, doc });
  }

  const subjectsWithheld = () => new Set([...withheld.values()].map(({ subject }) => subject)).size;

  async function openAll<Document extends Versioned>(
    documents: readonly Document[],
    openValueOf: OpenValue,
  ): Promise<readonly Document[]> {
    const erased = documents.flatMap((document) => erasedBy(document) ?? []);
    if (erased.length > 0) keys.erased(erased);
    const subjects = new Set<string>();
    for (const { collection, doc } of documents) {
      for (const { subject } of sealedFields(collections.get(collection), doc)) subjects.add(subject);
    }
    if (subjects.size === 0) return withheld.size === 0 ? documents : documents.map(answerable);
    const found = await keys.find([...subjects]);
    return mapInBatches(documents, OPENED_IN_A_BATCH, (document) => openOne(document, found, openValueOf));
  }

  return {
    open: (documents) => openAll(documents, openValueAndKeep),
    openOnce: (documents) => openAll(documents, openValue),
    erased: (subjects) => keys.erased(subjects),
    problem() {
      const [first] = withheld.values();
      return first === undefined ? null : `Documents of ${subjectsWithheld()} people are withheld. ${first.reason}`;
    },
    get withheldSubjects() {
      return subjectsWithheld();
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
