import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '#domain/user/email.ts';
import { LINK_VALID_MINUTES } from '#domain/user/limits.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { CodeVault, LinkPurpose } from '../ports/accountVault.ts';

/** Random bytes of a link's secret. */
const SECRET_BYTES = 32;
/** Id and secret, as a link carries them. */
const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;
const MINUTE_MS = 60_000;

/** The use that a link is bound to. */
export interface LinkUse {
  readonly purpose: LinkPurpose;
  /** Address that it is mailed to, and that it is used with. */
  readonly email: string;
}

/** A link that was used. */
export interface UsedLink {
  readonly linkId: string;
  /** ISO instant at which it was mailed. */
  readonly mailedAt: string;
}

/** Links in mails: a random secret, kept as a keyed hash, for one use (AUTH-24, AUTH-26, AUTH-27). */
export interface Links {
  /** Draws a link's token and keeps its hash. @returns the token, for the mail only */
  draw(use: LinkUse & { readonly campus: string }): Promise<string>;
  /**
   * Uses a link up. Of all callers the first one gets it; the same caller (`by`) gets it again.
   * @returns `null`: there is no such link for this use, it is too old, or another caller has used it
   */
  use(token: string, use: LinkUse, by: string): Promise<UsedLink | null>;
  /** Makes all links of this use void. */
  withdraw(use: LinkUse): Promise<void>;
}

/** Makes links. They are found by their address, so one to an address without an account is a link as any other. */
export function createLinks(vault: CodeVault, secret: Uint8Array, clock: () => Date): Links {
  const hashOf = (linkId: string, word: string) => keyedHash(secret, 'link', `${linkId}:${word}`);
  const targetOf = (email: string) => keyedHash(secret, 'link-target', normaliseEmail(email));

  return {
    async draw({ purpose, email, campus }) {
      const linkId = randomUUID();
      const word = randomBytes(SECRET_BYTES).toString('base64url');
      const target = targetOf(email);
      const at = clock().toISOString();
      await vault.add({ codeId: linkId, userId: target, purpose, target, codeHash: hashOf(linkId, word), campus, at });
      return `${linkId}.${word}`;
    },
    async use(token, { purpose, email }, by) {
      const [, linkId = '', word = ''] = TOKEN.exec(token) ?? [];
      const target = targetOf(email);
      const since = new Date(clock().getTime() - LINK_VALID_MINUTES * MINUTE_MS).toISOString();
      const known = await vault.find(target, purpose, target, since);
      const hash = hashOf(linkId, word);
      const found = known.find(({ codeId, codeHash }) => codeId === linkId && same(codeHash, hash));
      if (found === undefined || !(await vault.consume(linkId, by))) return null;
      return { linkId, mailedAt: found.at };
    },
    async withdraw({ purpose, email }) {
      const target = targetOf(email);
      await vault.wrongAnswer(target, purpose, target, 1);
    },
  };
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
