import { randomUUID } from 'node:crypto';
import { RecentMap } from '../kernel/recentMap.ts';
import type { SessionRecord, SessionVault } from '../ports/accountVault.ts';
import type { AccessClaims } from './accessToken.ts';
import type { SessionCookies } from './cookies.ts';
import { KNOWN_OWNERS, REFRESH_GRACE_MS, SESSION_MAX_MS, SESSION_MS, SESSIONS_PER_USER } from './limits.ts';
import { createSignedTokens } from './signedTokens.ts';

/** A signed-in browser, and its new cookies, if any are due. */
export interface SignedIn extends AccessClaims {
  readonly renewed: { readonly access: string; readonly refresh: string } | null;
}

/** Sessions of browsers: a short token that is quick to check, and a record that can be revoked. */
export interface Sessions {
  /**
   * Begins one; of more than `SESSIONS_PER_USER` those unused for longest end.
   *
   * @param campus on whose site it begins
   * @param from the session that is handed over to it: it ends when that one would at last, so that nobody who has a copy of
   *   a session lengthens it by handing it on
   */
  start(userId: string, device: string, campus: string, from?: string): Promise<SignedIn>;
  /** The session of a browser, with new cookies if due; `null` when signed out, expired or revoked. */
  authenticate(cookies: SessionCookies): Promise<SignedIn | null>;
  /** The same for an edge that cannot set cookies: exchanges no token. */
  identify(cookies: SessionCookies): Promise<AccessClaims | null>;
  /**
   * Id of the user whom the cookies name, by their signatures and this process's memory alone: the session may just
   * have ended. For rate limits, and to say why it has ended; no right follows from it.
   */
  named(cookies: SessionCookies): string | null;
  /** Whether a session has neither ended nor expired. */
  stands(sessionId: string): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  /** Sessions of a user that stand, the one used last first. */
  listOf(userId: string): Promise<readonly SessionRecord[]>;
  endAllOf(userId: string): Promise<void>;
  /** Ends all sessions of a user but one. */
  endOthersOf(userId: string, keep: string): Promise<void>;
}

export interface SessionsOptions {
  readonly vault: SessionVault;
  readonly secret: Uint8Array;
  readonly clock: () => Date;
  readonly onEnded: (sessionId: string) => void;
  readonly onReused?: (session: SessionRecord) => void;
}

/**
 * Makes sessions. A refresh token is exchanged at each use. The former one stays valid for `REFRESH_GRACE_MS` and
 * yields the same next one, because two tabs may use it at once, and an answer may get lost. Its use after that, or of
 * an older one, proves that somebody has a copy: the session ends, and its user signs in again.
 *
 * The vault is read each time for whether a session has ended. `onEnded` is called for each session that ends here, so
 * that its sockets are closed at once (other processes follow `vault.changes`); `onReused` before that, if a token was
 * used again.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { vault, clock, onEnded, onReused } = options;
  const tokens = createSignedTokens(options.secret, clock);
  /**
   * Users by session. They never change, so the cache is right in every process; only the vault knows whether a session
   * has ended.
   */
  const owners = new RecentMap<string, string>(KNOWN_OWNERS);

  async function end(sessionId: string): Promise<void> {
    await vault.remove(sessionId);
    onEnded(sessionId);
  }

  async function standing(sessionId: string): Promise<SessionRecord | null> {
    const session = await vault.find(sessionId);
    if (session === null || session.expiresAt <= clock().toISOString()) return null;
    owners.set(sessionId, session.userId);
    return session;
  }

  async function byAccess(token: string): Promise<SignedIn | null> {
    const claims = tokens.readAccess(token);
    if (claims === null) return null;
    const session = await standing(claims.sessionId);
    return session?.userId === claims.userId ? { ...claims, renewed: null } : null;
  }

  /** The active session of a valid refresh token; ends the session if the token was used again. */
  async function byRefresh(token: string): Promise<{ session: SessionRecord; generation: number } | null> {
    const claims = tokens.readRefresh(token);
    const session = claims === null ? null : await standing(claims.sessionId);
    if (claims === null || session === null) return null;
    const age = clock().getTime() - Date.parse(session.rotatedAt);
    // A token newer than the vault's: the vault was restored from an older backup.
    const counts = claims.generation >= session.generation;
    if (counts || (claims.generation === session.generation - 1 && age <= REFRESH_GRACE_MS)) {
      return { session, generation: claims.generation };
    }
    onReused?.(session);
    await end(session.sessionId);
    return null;
  }

  /** Makes the next cookies for a refresh token. */
  async function renew(token: string): Promise<SignedIn | null> {
    const found = await byRefresh(token);
    if (found === null) return null;
    const { sessionId, userId, generation: from, createdAt } = found.session;
    let { generation } = found.session;
    if (found.generation >= from) {
      const now = clock().toISOString();
      generation = found.generation + 1;
      const next = { generation, rotatedAt: now, expiresAt: expiry(clock(), new Date(createdAt)) };
      const rotated = await vault.rotate(sessionId, from, next);
      // Another request has just exchanged the token: this one gets the same next one.
      if (!rotated) return renew(token);
    }
    return withCookies({ userId, sessionId }, generation);
  }

  function withCookies(claims: AccessClaims, generation: number): SignedIn {
    return { ...claims, renewed: tokens.issue(claims, generation) };
  }

  const ofUser = sessionsOfUser(options, end);
  return {
    async start(userId, device, campus, from) {
      const sessionId = randomUUID();
      const source = from === undefined ? null : await standing(from);
      const now = clock();
      const at = now.toISOString();
      const createdAt = source?.createdAt ?? at;
      const times = { createdAt, rotatedAt: at, expiresAt: expiry(now, new Date(createdAt)) };
      await vault.add({ sessionId, userId, generation: 0, ...times, device, campus });
      await ofUser.endBeyond(userId, SESSIONS_PER_USER);
      return withCookies({ userId, sessionId }, 0);
    },
    async authenticate({ access, refresh }) {
      const known = access === null ? null : await byAccess(access);
      if (known !== null) return known;
      return refresh === null ? null : renew(refresh);
    },
    async identify({ access, refresh }) {
      const known = access === null ? null : await byAccess(access);
      if (known !== null) return { userId: known.userId, sessionId: known.sessionId };
      const found = refresh === null ? null : await byRefresh(refresh);
      return found === null ? null : { userId: found.session.userId, sessionId: found.session.sessionId };
    },
    named({ access, refresh }) {
      const byToken = access === null ? null : tokens.readAccess(access);
      if (byToken !== null) return byToken.userId;
      const claims = refresh === null ? null : tokens.readRefresh(refresh);
      return claims === null ? null : (owners.get(claims.sessionId) ?? null);
    },
    stands: async (sessionId) => (await standing(sessionId)) !== null,
    end,
    ...ofUser,
  };
}

/** When a session that is used now ends, as an ISO instant: some days after its last use, and at last after its beginning. */
function expiry(now: Date, createdAt: Date): string {
  return new Date(Math.min(now.getTime() + SESSION_MS, createdAt.getTime() + SESSION_MAX_MS)).toISOString();
}

/** The sessions of one user, all together. */
function sessionsOfUser(
  { vault, clock, onEnded }: SessionsOptions,
  end: (sessionId: string) => Promise<void>,
): Pick<Sessions, 'listOf' | 'endOthersOf' | 'endAllOf'> & {
  /** Ends all but the `most` that were used last. */
  endBeyond(userId: string, most: number): Promise<void>;
} {
  async function listOf(userId: string): Promise<readonly SessionRecord[]> {
    const now = clock().toISOString();
    const found = (await vault.listOf(userId)).filter(({ expiresAt }) => expiresAt > now);
    return found.toSorted((a, b) => (a.rotatedAt < b.rotatedAt ? 1 : -1));
  }

  return {
    listOf,
    async endBeyond(userId, most) {
      for (const { sessionId } of (await listOf(userId)).slice(most)) await end(sessionId);
    },
    async endOthersOf(userId, keep) {
      for (const { sessionId } of await vault.listOf(userId)) if (sessionId !== keep) await end(sessionId);
    },
    async endAllOf(userId) {
      const sessions = await vault.listOf(userId);
      await vault.removeUser(userId);
      for (const { sessionId } of sessions) onEnded(sessionId);
    },
  };
}
