import type { Request } from 'express';
import * as z from 'zod/mini';
import { freshCookieName, readCookie } from '../identity/cookies.ts';
import type { ProvenBy } from '../identity/proveAgain.ts';
import { addressOf } from './requestContext.ts';

/** Most characters of a password field; a longer body is refused unread. */
const PASSWORD_FIELD_MAX_CHARACTERS = 200;

/** The password with which a person proves again who they are; `null`: they have just signed in. */
export const provenBySchema = z.nullable(z.string().check(z.maxLength(PASSWORD_FIELD_MAX_CHARACTERS)));

/** Proofs in a request beside its session. */
export function provenBy(request: Request, password: string | null, secureCookies: boolean): ProvenBy {
  const fresh = readCookie(request.get('cookie'), freshCookieName(secureCookies));
  return { password, fresh, address: addressOf(request) };
}
