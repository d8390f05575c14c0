import type { RecordedEvent } from '#domain/kernel/event.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { type EventLog, recordingOf } from '#projections/engine/eventLog.ts';
import type { EventStore, NewEvent, StoredEvent } from '../ports/eventStore.ts';
import type { KeyVault } from '../ports/vault.ts';
import { definitionOf, type EventDefinitions, sealEvent, subjectOf, type UnsealedEvent } from './eventCodec.ts';
import { createBlankReader, createEventOpener, createSealedReader, type OpenEvents } from './eventOpener.ts';
import { createSubjectKeys, type SubjectKeys } from './subjectKeys.ts';

/**
 * The log with personal data open, for the dispatcher, reactors and the command line: encrypts personal data in `seal`
 * and decrypts it in reads.
 */
export interface OpenEventLog extends EventLog {
  /** The log as projections read it: personal data stays sealed, and no key is read. */
  readonly sealed: EventLog;
  /**
   * The log for reactors: the personal data of a person whose key is missing stays sealed, so one person's events do not
   * keep those of all others back. Erased people's is absent, as elsewhere.
   */
  readonly partlyOpen: EventLog;
  /** The log with everybody's personal data absent. It needs no key, so an erasure can be decided on it whatever became of the key. */
  readonly blank: EventLog;
  /**
   * The events of one page of the log that concern a person: those with the person's data, those that the person caused,
   * and those that the house put in streams named after the person. Others' personal data in them is absent.
   *
   * @returns the events, and the position to go on from; `null`: the log has no more
   */
  readOf(
    person: string,
    after: string,
    limit: number,
  ): Promise<{ readonly events: readonly RecordedEvent[]; readonly next: string | null }>;
  /** Keys of the log's subjects; the one cache of erased subjects for all code that opens personal data. */
  readonly keys: SubjectKeys;
  /**
   * Prepares events for an append: stamps the present version and encrypts personal fields under the key of the event's
   * subject. The key is on disk in the vault before this resolves.
   *
   * @throws SubjectDestroyed the subject is erased
   * @throws InvalidAppend the type is unknown or the data does not fit its schema
   * @throws Unavailable the vault does not answer
   */
  seal(events: readonly UnsealedEvent[]): Promise<NewEvent[]>;
  /**
   * Drops the cached keys of these subjects and everything decrypted with them, because some process has destroyed the
   * keys. `null`: those of all subjects.
   */
  forget(subjects: readonly string[] | null): void;
}

/**
 * Makes the log of an event store and a vault. Reads throw `UnknownEvent` for an event of a newer release,
 * `UnreadableEvent` for one that was tampered with, and, but for `partlyOpen` and `blank`, `KeyMissing`.
 *
 * @param definitions every event type by name (`domain/registry.ts`)
 */
export function createEventLog(store: EventStore, vault: KeyVault, definitions: EventDefinitions): OpenEventLog {
  const keys = createSubjectKeys(vault, store);
  const opener = createEventOpener(keys, definitions);
  const newest = createEventOpener(keys, definitions, { remembers: true });

  return {
    ...readWith(store, opener.open, newest.open),
    sealed: createSealedEventLog(store, definitions),
    partlyOpen: readWith(store, opener.openPartly, newest.openPartly),
    blank: createBlankEventLog(store, definitions),
    keys,
    async readOf(person, after, limit) {
      const page = await store.readAll(after, limit);
      const concerning = page.filter((event) => concerns(definitions, event, person));
      const isOthers = (event: StoredEvent) => ![null, person].includes(subjectOf(definitions, event));
      const opened = [
        ...(await opener.open(concerning.filter((event) => !isOthers(event)))),
        ...(await createBlankReader(definitions)(concerning.filter(isOthers))),
      ];
      const events = opened.toSorted((a, b) => (a.position < b.position ? -1 : 1));
      return { events, next: page.length < limit ? null : (page.at(-1)?.position ?? null) };
    },
    forget(subjects) {
      if (subjects === null) keys.clear();
      else keys.erased(subjects);
      newest.forget();
    },
    async seal(events) {
      const checked = events.map((event) => ({ event, definition: definitionOf(definitions, event) }));
      const subjects = events.map((event) => subjectOf(definitions, event));
      const known = await keys.forSealing(unique(subjects));
      return checked.map(({ event, definition }, index) =>
        sealEvent(definition, event, known.get(subjects[index] ?? '')),
      );
    },
  };
}

/** The log with personal data as it is stored. Reads throw `UnknownEvent` and `UnreadableEvent`. */
function createSealedEventLog(store: EventStore, definitions: EventDefinitions): EventLog {
  const read = createSealedReader(definitions);
  return readWith(store, read, read);
}

function createBlankEventLog(store: EventStore, definitions: EventDefinitions): EventLog {
  const read = createBlankReader(definitions);
  return readWith(store, read, read);
}

/** The log of a store. @param openNewest opens the events of subscriptions */
function readWith(store: EventStore, open: OpenEvents, openNewest: OpenEvents): EventLog {
  return {
    head: () => store.head(),
    distance: (from, to) => store.distance(from, to),
    recordingAt: (position) => recordingAt(store, position),
    readAll: async (after, limit) => open(await store.readAll(after, limit)),
    readStream: async (stream, fromRevision) => open(await store.readStream(stream, fromRevision)),
    subscribe: (after, handler, onError) =>
      store.subscribe(after, async (events) => handler(await openNewest(events)), onError),
  };
}

async function recordingAt(store: EventStore, position: string): Promise<string | null> {
  const event = await store.eventAt(position);
  return event === null ? null : recordingOf(event);
}

/**
 * Whether an event holds a person's data, was caused by the person, or is of a stream that is named after the person. Of
 * such a stream the acts of other people are left out: they report the person there, or look into it as moderators, and
 * the event says who they are.
 */
function concerns(definitions: EventDefinitions, event: StoredEvent, person: string): boolean {
  const { actor } = event.meta;
  const subject = subjectOf(definitions, event);
  if (actor === person || subject === person) return true;
  return subject === null && event.stream.endsWith(`-${person}`) && !idSchema.safeParse(actor).success;
}

function unique(subjects: readonly (string | null)[]): readonly string[] {
  return [...new Set(subjects.filter((subject) => subject !== null))];
}
