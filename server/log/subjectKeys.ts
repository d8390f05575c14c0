import { createSecretKey, type KeyObject } from 'node:crypto';
import { userEvents } from '#domain/user/events.ts';
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

/** The keys of the people whose personal data is in the log. */
export interface SubjectKeys {
  /** Keys to write with; durable in the vault when they are answered. @throws SubjectDestroyed */
  forSealing(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject>>;
  /** Keys to read with; `'erased'` for people who are erased. @throws Unavailable a key is missing without erasure */
  forOpening(subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject | 'erased'>>;
  /** The log says that these people are erased: their keys are forgotten, whatever the vault still has. */
  erased(subjects: readonly string[]): void;
  /** Forgets every key that is kept to read with: the vault is asked again. */
  clear(): void;
}

export function createSubjectKeys(vault: KeyVault, store: Pick<EventStore, 'readStream'>): SubjectKeys {
  const cache = new RecentMap<string, KeyObject>(CACHED_KEYS);
  const gone = new Set<string>();

  const forget = (subject: string): void => {
    gone.add(subject);
    cache.delete(subject);
  };
  /** A missing key is fine only when the log itself says why (blueprint §3). */
  const requireErasure = async (subject: string): Promise<void> => {
    const events = await store.readStream(`user-${subject}`);
    if (events.some(({ type }) => type === userEvents.SubjectErased.type)) return forget(subject);
    throw new Unavailable(
      `The vault has no key for the person ${subject}, who is not erased. Restore the vault that belongs to this log.`,
    );
  };
  /** Asks the vault for keys that are not in the cache. */
  const look = async (subjects: readonly string[]): Promise<ReadonlyMap<string, KeyObject>> => {
    const keys = new Map<string, KeyObject>();
    if (subjects.length === 0) return keys;
    const found = await vault.find(subjects);
    for (const subject of subjects) {
      const key = found.get(subject);
      if (key === 'destroyed') forget(subject);
      else if (key === undefined) await requireErasure(subject);
      else keys.set(subject, createSecretKey(key));
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
      // Taken out of the cache before anything is awaited: meanwhile it may drop them.
      const known = new Map(subjects.map((subject) => [subject, cache.get(subject)]));
      const looked = await look(subjects.filter((subject) => !gone.has(subject) && known.get(subject) === undefined));
      const keys = new Map<string, KeyObject | 'erased'>();
      for (const subject of subjects) {
        const key = known.get(subject) ?? looked.get(subject);
        // Erased, maybe while the vault was asked: then its answer must not count any more.
        if (key === undefined || gone.has(subject)) keys.set(subject, 'erased');
        else {
          keys.set(subject, key);
          cache.set(subject, key);
        }
      }
      return keys;
    },
    erased(subjects) {
      subjects.forEach(forget);
    },
    clear: () => cache.clear(),
  };
}
