import { timingSafeEqual } from 'node:crypto';
import type { Campus } from '#domain/campus/campus.ts';
import { keyedHash } from '../kernel/keyedHash.ts';

/** Path of the links, before the token. */
export const UNSUBSCRIBE_PATH = '/api/unsubscribe';
/** Characters of a token's signature: 128 bits in hex. */
const SIGNATURE_CHARACTERS = 32;

/** The mails that a link ends. */
export interface Unsubscribing {
  readonly userId: string;
  /** A kind of mails; `null`: mails about the campus of every kind. */
  readonly kind: string | null;
}

/** The links that end mails, in every mail that is not about the account itself (Q52). */
export interface UnsubscribeLinks {
  /**
   * Address of a user's link, for `layOutMail`. It never expires: a mail may be read years later.
   *
   * @param kind the kind of mails that it ends; left out: all kinds
   */
  linkOf(userId: string, campus: Pick<Campus, 'url'>, kind?: string): string;
  /** Reads a token; `null`: it is not ours. */
  read(token: string): Unsubscribing | null;
}

/** A kind in an address. */
const slugOf = (kind: string) => kind.replaceAll(' ', '-');
const kindOf = (slug: string) => slug.replaceAll('-', ' ');

/** Makes the links; who has one can do nothing but end mails. @param secret of the vault */
export function createUnsubscribeLinks(secret: Uint8Array): UnsubscribeLinks {
  const signatureOf = (userId: string, slug: string | null) =>
    keyedHash(secret, 'unsubscribe', slug === null ? userId : `${userId}.${slug}`).slice(0, SIGNATURE_CHARACTERS);
  const isRight = (userId: string, slug: string | null, signature: string) => {
    const given = Buffer.from(signature);
    const right = Buffer.from(signatureOf(userId, slug));
    return given.length === right.length && timingSafeEqual(given, right);
  };
  return {
    linkOf(userId, { url }, kind) {
      const slug = kind === undefined ? null : slugOf(kind);
      const token = [userId, ...(slug === null ? [] : [slug]), signatureOf(userId, slug)].join('.');
      return `${url}${UNSUBSCRIBE_PATH}/${token}`;
    },
    read(token) {
      const parts = token.split('.');
      const [userId = '', named = '', signature = ''] = parts;
      if (parts.length === 2) return isRight(userId, null, named) ? { userId, kind: null } : null;
      if (parts.length !== 3 || !isRight(userId, named, signature)) return null;
      return { userId, kind: kindOf(named) };
    },
  };
}
