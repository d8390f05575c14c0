import { randomUUID } from 'node:crypto';
import { RecentMap } from '../kernel/recentMap.ts';
import type { SessionRecord, SessionVault } from '../ports/vault.ts';
import type { AccessClaims } from './accessToken.ts';
import type { SessionCookies } from './cookies.ts';
import { KNOWN_OWNERS, REFRESH_GRACE_MS, SESSION_MAX_MS, SESSION_MS } from './limits.ts';
import { createSignedTokens } from './signedTokens.ts';

/** A signed-in browser, and the cookies that it is to be given (again), if any. */
export interface SignedIn extends AccessClaims {
  readonly renewed: { readonly access: string; readonly refresh: string } | null;
}

/** Sessions of browsers: a short token that is quick to check, and a record that can be revoked. */
export interface Sessions {
  start(userId: string, device: string): Promise<SignedIn>;
  /** Whose browser it is, with new cookies where they are due; `null` when signed out, expired or revoked. */
  authenticate(cookies: SessionCookies): Promise<SignedIn | null>;
  /** The same for an edge that cannot set cookies: nothing is exchanged. */
  identify(cookies: SessionCookies): Promise<AccessClaims | null>;
  /**
   * Id of the user whom the cookies name, by their signatures and by what is in memory alone: the session may have
   * ended a moment ago. For rate limits only.
   */
  named(cookies: SessionCookies): string | null;
  /** Whether a session has neither ended nor expired. */
  stands(sessionId: string): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
}

/** What sessions are made from. */
export interface SessionsOptions {
  readonly vault: SessionVault;
  readonly secret: Uint8Array;
  readonly clock: () => Date;
  readonly onEnded: (sessionId: string) => void;
  readonly onReused?: (session: SessionRecord) => void;
}

/**
 * Makes sessions. A refresh token is exchanged at each use. The one before it is taken for a short while more: two tabs
 * may use it at once, and an answer may get lost; all of them get the same next one. Whoever brings it later, or an older
 * one, has a copy: the session ends, for the thief and for the person robbed, who signs in again.
 *
 * Whether a session stands is asked of the vault each time. `onEnded` is called for each session that was ended here, so
 * that its sockets are closed at once (those of other processes follow `vault.changes`); `onReused` before that,
 * where a token was used again.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { vault, clock, onEnded, onReused } = options;
  const tokens = createSignedTokens(options.secret, clock);
  /** Whose session it is never changes, so this holds in every process; whether it stands, the vault alone knows. */
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

  /** The standing session of a refresh token that counts; ends the session of one that was used again. */
  async function byRefresh(token: string): Promise<{ session: SessionRecord; generation: number } | null> {
    const claims = tokens.readRefresh(token);
    const session = claims === null ? null : await standing(claims.sessionId);
    if (claims === null || session === null) return null;
    const age = clock().getTime() - Date.parse(session.rotatedAt);
    // A newer one than the vault knows is of a time that a backup has not seen.
    const counts = claims.generation >= session.generation;
    if (counts || (claims.generation === session.generation - 1 && age <= REFRESH_GRACE_MS)) {
      return { session, generation: claims.generation };
    }
    onReused?.(session);
    await end(session.sessionId);
    return null;
  }

  /** Gives the next cookies for a refresh token. */
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
      // Another request was first: its exchange is a moment old, so this one gets the same token.
      if (!rotated) return renew(token);
    }
    return withCookies({ userId, sessionId }, generation);
  }

  function withCookies(claims: AccessClaims, generation: number): SignedIn {
    return { ...claims, renewed: tokens.issue(claims, generation) };
  }

  return {
    async start(userId, device) {
      const sessionId = randomUUID();
      const now = clock();
      const at = now.toISOString();
      const times = { createdAt: at, rotatedAt: at, expiresAt: expiry(now, now) };
      await vault.add({ sessionId, userId, generation: 0, ...times, device });
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
    async endAllOf(userId) {
      const sessions = await vault.listOf(userId);
      await vault.removeUser(userId);
      for (const { sessionId } of sessions) onEnded(sessionId);
    },
  };
}

/** When a session that is used now ends, as an ISO instant: some days after its last use, and at last after its beginning. */
function expiry(now: Date, createdAt: Date): string {
  return new Date(Math.min(now.getTime() + SESSION_MS, createdAt.getTime() + SESSION_MAX_MS)).toISOString();
}
