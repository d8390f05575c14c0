import { createSecretKey, type KeyObject } from 'node:crypto';
import { subjectErased, subjectStream } from '#domain/kernel/subject.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { KeyVault } from '../ports/vault.ts';

/** Keys that are kept in memory at least; those unused for longest go first. */
const CACHED_KEYS = 10_000;

/** Personal data of an erased person was to be written. */
export class SubjectDestroyed extends Error {
  readonly subject: string;
  constructor(subject: string) {
    super(`The person ${subject} was erased: nothing personal can be written any more.`);
    this.name = 'SubjectDestroyed';
    this.subject = subject;
  }
}

/** The key of a person who is not erased is missing. It may come back: with the vault that belongs to the log. */
export class KeyMissing extends Unavailable {
  readonly subject: string;
  constructor(subject: string) {
    super(missingKey(subject));
    this.name = 'KeyMissing';
    this.subject = subject;
  }
}

/**
 * State of a person's key. A person is erased if their stream has `SubjectErased`. The vault destroys a key for that
 * reason only and remembers it, so its tombstone is proof. A key that the vault does not know proves nothing: the
 * stream decides, and without `SubjectErased` there, the key is missing, which is a fault.
 */
export type SubjectKey = KeyObject | 'erased' | 'missing';

/** The keys of the people whose personal data is in the log. */
export interface SubjectKeys {
  /** Keys to write with; durable in the vault before this resolves. @throws SubjectDestroyed */
  forSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject>>;
  /** Keys to read with; `'erased'` for people who are erased. @throws KeyMissing, Unavailable */
  forOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | 'erased'>>;
  /** States of keys to read with. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /** Notes subjects that the log shows as erased: their keys are dropped, even if the vault still has them. */
  erased(subjects: readonly string[]): void;
  /** Drops all cached keys, so that the vault is read again. */
  clear(): void;
  /** Whether this process knows a person as erased. */
  isErased(subject: string): boolean;
  /** Calls back when decrypted data has to be dropped: of one person, or of all (`null`). */
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
  /** A key may be missing only if the log has the erasure (blueprint §3). */
  const saysErased = async (subject: string): Promise<boolean> => {
    const events = await store.readStream(subjectStream(subject));
    return events.some(({ type }) => type === subjectErased.type);
  };
  /** Reads keys that are not cached from the vault. */
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
    // Read from the cache before the first `await`, during which it may drop them.
    const known = new Map(subjects.map((subject) => [subject, cache.get(subject)]));
    const asked = clears;
    const looked = await look(subjects.filter((subject) => !gone.has(subject) && known.get(subject) === undefined));
    const keys = new Map<string, SubjectKey>();
    for (const subject of subjects) {
      const key = known.get(subject) ?? looked.get(subject);
      // Erased, maybe while the vault was read: its answer must not count then.
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
      // Always reads the vault: another process may just have destroyed a key.
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
        if (key === 'missing') throw new KeyMissing(subject);
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

/** The operator's message about a missing key. */
export function missingKey(subject: string): string {
  return `The vault has no key for the person ${subject}, who is not erased. Restore the vault that belongs to this log.`;
}
