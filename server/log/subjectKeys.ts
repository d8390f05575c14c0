import { createSecretKey, type KeyObject } from 'node:crypto';
import { subjectErased, subjectStream } from '#domain/kernel/subject.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { KeyVault } from '../ports/vault.ts';

/** Keys that are kept in memory at least; the ones unused for longest go first. */
const CACHED_KEYS = 10_000;

/** New personal data was meant for a person who is erased. */
export class SubjectDestroyed extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super(`The person ${subject} was erased: nothing personal can be written any more.`);
    this.name = 'SubjectDestroyed';
    this.subject = subject;
  }
}

/**
 * What is known of a person's key. A person is erased when the log says so: `SubjectErased` in their stream. The vault
 * destroys a key for that reason alone and remembers it, so its tombstone counts as proof. A key that the vault never
 * heard of proves nothing: the log is asked, and if it says nothing either, the key is missing, which is a fault.
 */
export type SubjectKey = KeyObject | 'erased' | 'missing';

/** The keys of the people whose personal data is in the log. */
export interface SubjectKeys {
  /** Keys to write with; durable in the vault when they are answered. @throws SubjectDestroyed */
  forSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject>>;
  /** Keys to read with; `'erased'` for people who are erased. @throws Unavailable a key is missing without erasure */
  forOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | 'erased'>>;
  /** What is known of keys to read with. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** The log says that these people are erased: their keys are forgotten, whatever the vault still has. */
  erased(subjects: readonly string[]): void;
  /** Forgets every key that is kept to read with: the vault is asked again. */
  clear(): void;
  /** Whether it is known here that a person is erased. */
  isErased(subject: string): boolean;
  /** Calls back when what was opened is to be forgotten: of a person who is erased, or of anybody (`null`). */
  onForget(listener: (subject: string | null) => void): void;
}

export function createSubjectKeys(vault: KeyVault, store: Pick<EventStore, 'readStream'>): SubjectKeys {
  const cache = new RecentMap<string, KeyObject>(CACHED_KEYS);
  const gone = new Set<string>();
  /** Times that everything was forgotten: what was asked for before counts no more. */
  let clears = 0;

  const listeners: ((subject: string | null) => void)[] = [];

  const forget = (subject: string): void => {
    if (gone.has(subject)) return;
    gone.add(subject);
    cache.delete(subject);
    for (const listener of listeners) listener(subject);
  };
  /** A missing key is fine only when the log itself says why (blueprint §3). */
  const saysErased = async (subject: string): Promise<boolean> => {
    const events = await store.readStream(subjectStream(subject));
    return events.some(({ type }) => type === subjectErased.type);
  };
  /** Asks the vault for keys that are not in the cache. */
  const look = async (subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | 'missing'>> => {
    const keys = new Map<string, KeyObject | 'missing'>();
    if (subjects.length === 0) return keys;
    const found = await vault.find(subjects);
    for (const subject of subjects) {
      const key = found.get(subject);
      if (key === 'destroyed') forget(subject);
      else if (key === undefined) {
        if (await saysErased(subject)) forget(subject);
        else keys.set(subject, 'missing');
      } else keys.set(subject, createSecretKey(key));
    }
    return keys;
  };

  const find = async (subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>> => {
    // Taken out of the cache before anything is awaited: meanwhile it may drop them.
    const known = new Map(subjects.map((subject) => [subject, cache.get(subject)]));
    const asked = clears;
    const looked = await look(subjects.filter((subject) => !gone.has(subject) && known.get(subject) === undefined));
    const keys = new Map<string, SubjectKey>();
    for (const subject of subjects) {
      const key = known.get(subject) ?? looked.get(subject);
      // Erased, maybe while the vault was asked: then its answer must not count any more.
      if (key === undefined || gone.has(subject)) keys.set(subject, 'erased');
      else {
        keys.set(subject, key);
        if (key !== 'missing' && asked === clears) cache.set(subject, key);
      }
    }
    return keys;
  };

  return {
    async forSealing(subjects) {
      const keys = new Map<string, KeyObject>();
      // Always asks the vault, which alone knows whether a key was destroyed a moment ago.
      const obtained = await Promise.all(subjects.map((subject) => (gone.has(subject) ? null : vault.obtain(subject))));
      for (const [index, subject] of subjects.entries()) {
        const key = obtained[index];
        if (key === null || key === undefined) throw new SubjectDestroyed(subject);
        keys.set(subject, createSecretKey(key));
      }
      return keys;
    },
    async forOpening(subjects) {
      const keys = new Map<string, KeyObject | 'erased'>();
      for (const [subject, key] of await find(subjects)) {
        if (key === 'missing') throw new Unavailable(missingKey(subject));
        keys.set(subject, key);
      }
      return keys;
    },
    find,
    erased(subjects) {
      subjects.forEach(forget);
    },
    clear() {
      clears += 1;
      cache.clear();
      for (const listener of listeners) listener(null);
    },
    isErased: (subject) => gone.has(subject),
    onForget(listener) {
      listeners.push(listener);
    },
  };
}

/** What a person reads about a key that is missing. */
export function missingKey(subject: string): string {
  return `The vault has no key for the person ${subject}, who is not erased. Restore the vault that belongs to this log.`;
}
