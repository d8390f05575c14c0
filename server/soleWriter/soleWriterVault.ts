import { RecentMap } from '../kernel/recentMap.ts';
import type { SessionRecord, SessionVault } from '../ports/accountVault.ts';
import type { KeyVault, Vault } from '../ports/vault.ts';

/** Keys of active subjects that are kept at least; those unused for longest go first. */
const KNOWN_KEYS = 2_000;
/** Sessions that are kept at least; those unused for longest go first. */
const KNOWN_SESSIONS = 5_000;

/**
 * Caches answers of a vault. Correct only if no other process writes the vault, so only the composition of a single
 * process (`server/roles/foundation.ts`) may use it. All other code is correct without it, and then asks the vault each
 * time.
 */
export function soleWriterVault(vault: Vault): Vault {
  return { ...vault, keys: soleWriterKeys(vault.keys), sessions: soleWriterSessions(vault.sessions) };
}

/** Keys to seal with: no other process makes or destroys one. */
export function soleWriterKeys(keys: KeyVault): KeyVault {
  const known = new RecentMap<string, Uint8Array>(KNOWN_KEYS);
  let destructions = 0;
  return {
    ...keys,
    async obtain(subject) {
      const remembered = known.get(subject);
      if (remembered !== undefined) return remembered.slice();
      const before = destructions;
      const key = await keys.obtain(subject);
      // A key destroyed meanwhile must not enter the cache.
      if (key !== null && destructions === before) known.set(subject, key.slice());
      return key;
    },
    destroy(subjects) {
      destructions += 1;
      for (const subject of subjects) known.delete(subject);
      return keys.destroy(subjects);
    },
  };
}

/** Sessions: no other process starts, extends or ends one. */
export function soleWriterSessions(sessions: SessionVault): SessionVault {
  const known = new RecentMap<string, SessionRecord>(KNOWN_SESSIONS);
  /** Number of changes that extend or end sessions. */
  let changes = 0;

  /** The vault handles calls in order: later look-ups see the change. */
  function change<T>(forget: () => void, work: () => Promise<T>): Promise<T> {
    changes += 1;
    forget();
    return work();
  }

  return {
    ...sessions,
    async find(sessionId) {
      const remembered = known.get(sessionId);
      if (remembered !== undefined) return remembered;
      const before = changes;
      const session = await sessions.find(sessionId);
      // A session that was read while sessions ended may be one of them.
      if (session !== null && changes === before) known.set(sessionId, session);
      return session;
    },
    rotate: (sessionId, from, next) =>
      change(
        () => known.delete(sessionId),
        () => sessions.rotate(sessionId, from, next),
      ),
    remove: (sessionId) =>
      change(
        () => known.delete(sessionId),
        () => sessions.remove(sessionId),
      ),
    removeUser: (userId) =>
      change(
        () => known.clear(),
        () => sessions.removeUser(userId),
      ),
    sweep: (now) =>
      change(
        () => known.clear(),
        () => sessions.sweep(now),
      ),
  };
}
