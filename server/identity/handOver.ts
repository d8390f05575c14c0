import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { CodeVault } from '../ports/accountVault.ts';
import type { AccessClaims } from './accessToken.ts';
import { HAND_OVER_CODE_BYTES, HAND_OVER_VALID_MS } from './limits.ts';
import type { Sessions } from './sessions.ts';

/** The place to which a session is handed over. */
export interface HandOverTarget {
  /** Campus of the host that takes it. */
  readonly campus: string;
  /** Drawn by the tab that takes it: a code that somebody else asked for is of no use to it (login CSRF). */
  readonly state: string;
}

/**
 * Brings a signed-in person to another campus's host, whose cookies are its own, by a code that counts once. It is
 * bound to user, session, campus and the tab that waits for it; the vault holds its hash.
 */
export interface HandOver {
  /** A code for this session and place. */
  draw(session: AccessClaims, target: HandOverTarget): Promise<string>;
  /**
   * Uses a code up.
   * @returns the user to sign in, and the session that it comes from; `null`: it is forged, used, too old, for another
   *   place, or its session has ended
   */
  use(code: string, target: HandOverTarget): Promise<AccessClaims | null>;
}

/** The vault's purpose of these codes. */
const PURPOSE = 'hand-over';
/** Parts of a code: whose, of which session, and what nobody can guess. */
const CODE = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([\w-]{43})$/;

/** Makes the hand-over of sessions. */
export function createHandOver(options: {
  readonly vault: CodeVault;
  readonly sessions: Pick<Sessions, 'stands'>;
  readonly secret: Uint8Array;
  readonly clock: () => Date;
}): HandOver {
  const { vault, sessions, secret, clock } = options;
  const hashOf = (code: string) => keyedHash(secret, 'hand-over', code);
  const targetOf = (sessionId: string, { campus, state }: HandOverTarget) =>
    keyedHash(secret, 'hand-over-target', JSON.stringify([sessionId, campus, state]));

  return {
    async draw({ userId, sessionId }, target) {
      const code = `${userId}.${sessionId}.${randomBytes(HAND_OVER_CODE_BYTES).toString('base64url')}`;
      const at = clock().toISOString();
      await vault.add({
        ...{ codeId: randomUUID(), userId, purpose: PURPOSE, at, campus: target.campus },
        target: targetOf(sessionId, target),
        codeHash: hashOf(code),
      });
      return code;
    },
    async use(code, target) {
      const [, userId, sessionId] = CODE.exec(code) ?? [];
      if (userId === undefined || sessionId === undefined) return null;
      const since = new Date(clock().getTime() - HAND_OVER_VALID_MS).toISOString();
      const hash = Buffer.from(hashOf(code));
      const drawn = await vault.find(userId, PURPOSE, targetOf(sessionId, target), since);
      const found = drawn.find(({ codeHash }) => timingSafeEqual(Buffer.from(codeHash), hash));
      if (found === undefined || !(await vault.consume(found.codeId, randomUUID()))) return null;
      return (await sessions.stands(sessionId)) ? { userId, sessionId } : null;
    },
  };
}
