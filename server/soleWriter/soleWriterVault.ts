import { RecentMap } from '../kernel/recentMap.ts';
import type { KeyVault, SessionRecord, SessionVault, Vault } from '../ports/vault.ts';

/** Keys of those who write that are remembered at least; the ones unused for longest go first. */
const KNOWN_KEYS = 2_000;
/** Sessions that are remembered at least; the ones unused for longest go first. */
const KNOWN_SESSIONS = 5_000;

/**
 * Remembers what a vault has answered. True only where this process alone writes the vault: only the composition of a
 * single process (`server/roles/foundation.ts`) may put it around one. Everything behind the port is right without it,
 * and asks the vault each time.
 */
export function soleWriterVault(vault: Vault): Vault {
  return { ...vault, keys: soleWriterKeys(vault.keys), sessions: soleWriterSessions(vault.sessions) };
}

/** Keys to seal with: while nobody else writes, nobody else makes or destroys one. */
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
      // One that was destroyed meanwhile is not to come back.
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

/** Sessions: while nobody else writes, nobody else starts, extends or ends one. */
export function soleWriterSessions(sessions: SessionVault): SessionVault {
  const known = new RecentMap<string, SessionRecord>(KNOWN_SESSIONS);
  /** Counts what extends sessions or ends them. */
  let changes = 0;

  /** The vault does things in the order in which it is asked: later look-ups see it done. */
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
      // What was looked up while sessions ended may be one of them.
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
