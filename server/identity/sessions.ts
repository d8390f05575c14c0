import { createHash, createSecretKey, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { SessionRecord, SessionVault } from '../ports/vault.ts';
import { RecentMap } from '../recentMap.ts';
import { type AccessClaims, createTokenReader, signAccessToken } from './accessToken.ts';
import type { SessionCookies } from './cookies.ts';
import { KNOWN_SESSIONS, SESSION_EXTEND_EVERY_MS, SESSION_MS } from './limits.ts';

const REFRESH_SECRET_BYTES = 32;

/** A signed-in browser, and the cookies that it is to be given (again), if any. */
export interface SignedIn extends AccessClaims {
  readonly renewed: { readonly access: string; readonly refresh: string } | null;
}

/** Sessions of browsers: a short token that is quick to check, and a record that can be revoked. */
export interface Sessions {
  start(userId: string, device: string): Promise<SignedIn>;
  /** Whose browser it is; `null` when signed out, expired or revoked. */
  authenticate(cookies: SessionCookies): Promise<SignedIn | null>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
}

/** Makes sessions. `onEnded` is told of each one that was ended here, so that its sockets are closed. */
export function createSessions(options: {
  readonly vault: SessionVault;
  readonly secret: Uint8Array;
  readonly clock: () => Date;
  readonly onEnded: (sessionId: string) => void;
}): Sessions {
  const { vault, clock, onEnded } = options;
  // A key is made once: from raw bytes, every check would first try to read them as another kind of key.
  const secret = createSecretKey(options.secret);
  const expiry = () => new Date(clock().getTime() + SESSION_MS).toISOString();
  const readToken = createTokenReader(secret);
  /** As the vault has them: while a server runs, nobody else starts, extends or ends a session. */
  const known = new RecentMap<string, SessionRecord>(KNOWN_SESSIONS);
  /** Counts what extends or ends sessions. */
  let changes = 0;

  async function find(sessionId: string): Promise<SessionRecord | null> {
    const remembered = known.get(sessionId);
    if (remembered !== undefined) return remembered;
    const before = changes;
    const session = await vault.find(sessionId);
    // What was looked up while sessions ended may be one of them.
    if (session !== null && changes === before) known.set(sessionId, session);
    return session;
  }

  /** Extends or ends sessions. The vault does things in the order in which it is asked: later look-ups see it done. */
  function change(work: () => Promise<void>): Promise<void> {
    changes += 1;
    known.clear();
    return work();
  }

  async function standing(sessionId: string): Promise<SessionRecord | null> {
    const session = await find(sessionId);
    return session !== null && session.expiresAt > clock().toISOString() ? session : null;
  }

  async function byAccess(token: string): Promise<SignedIn | null> {
    const claims = readToken(token, clock());
    if (claims === null) return null;
    const session = await standing(claims.sessionId);
    return session?.userId === claims.userId ? { ...claims, renewed: null } : null;
  }

  async function byRefresh(refresh: string): Promise<SignedIn | null> {
    const [sessionId = '', secretPart = ''] = refresh.split('.');
    const session = await standing(sessionId);
    if (session === null || !sameHash(hashOf(secretPart), session.refreshHash)) return null;
    const extendable = Date.parse(session.expiresAt) - SESSION_MS + SESSION_EXTEND_EVERY_MS;
    if (clock().getTime() >= extendable) await change(() => vault.extend(sessionId, expiry()));
    const claims = { userId: session.userId, sessionId };
    return { ...claims, renewed: { access: signAccessToken(claims, secret, clock()), refresh } };
  }

  return {
    async start(userId, device) {
      const sessionId = randomUUID();
      const secretPart = randomBytes(REFRESH_SECRET_BYTES).toString('base64url');
      await vault.add({
        sessionId,
        userId,
        refreshHash: hashOf(secretPart),
        createdAt: clock().toISOString(),
        expiresAt: expiry(),
        device,
      });
      const access = signAccessToken({ userId, sessionId }, secret, clock());
      return { userId, sessionId, renewed: { access, refresh: `${sessionId}.${secretPart}` } };
    },
    async authenticate({ access, refresh }) {
      const known = access === null ? null : await byAccess(access);
      if (known !== null) return known;
      return refresh === null ? null : byRefresh(refresh);
    },
    async end(sessionId) {
      await change(() => vault.remove(sessionId));
      onEnded(sessionId);
    },
    async endAllOf(userId) {
      const sessions = await vault.listOf(userId);
      await change(() => vault.removeUser(userId));
      for (const { sessionId } of sessions) onEnded(sessionId);
    },
  };
}

function hashOf(secretPart: string): string {
  return createHash('sha256').update(secretPart).digest('hex');
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
