import { timingSafeEqual } from 'node:crypto';
import type { Campus } from '#domain/campus/campus.ts';
import { keyedHash } from '../kernel/keyedHash.ts';

/** Path of the links, before the token. */
export const UNSUBSCRIBE_PATH = '/api/unsubscribe';
/** Characters of a token's signature: 128 bits in hex. */
const SIGNATURE_CHARACTERS = 32;

/** The links that end mails, in every mail that is not about the account itself (Q52). */
export interface UnsubscribeLinks {
  /** Address of a user's link, for `layOutMail`. It never expires: a mail may be read years later. */
  linkOf(userId: string, campus: Pick<Campus, 'url'>): string;
  /** The user of a token; `null`: it is not ours. */
  read(token: string): string | null;
}

/** Makes the links; who has one can do nothing but end mails. @param secret of the vault */
export function createUnsubscribeLinks(secret: Uint8Array): UnsubscribeLinks {
  const signatureOf = (userId: string) => keyedHash(secret, 'unsubscribe', userId).slice(0, SIGNATURE_CHARACTERS);
  return {
    linkOf: (userId, { url }) => `${url}${UNSUBSCRIBE_PATH}/${userId}.${signatureOf(userId)}`,
    read(token) {
      const [userId = '', signature = '', ...rest] = token.split('.');
      const given = Buffer.from(signature);
      const right = Buffer.from(signatureOf(userId));
      return rest.length === 0 && given.length === right.length && timingSafeEqual(given, right) ? userId : null;
    },
  };
}
