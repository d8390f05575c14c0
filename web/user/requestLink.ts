import { returnPath } from '../session/chainMemory.ts';
import { request } from '../sync/transport/http.ts';
import { rememberLink } from './linkMemory.ts';

/** Whom a magic link is for: `first` and `last` of somebody who signs up by it. */
export interface LinkFor {
  readonly email: string;
  readonly first?: string;
  readonly last?: string;
}

/** State of a navigation to `/login/sent`. */
export interface SentState {
  /** Milliseconds since the epoch at which the link was mailed. */
  readonly sentAt?: number;
  /** The secret of the link that was opened; it is not left in the address. */
  readonly token?: string;
}

/**
 * Has a magic link mailed, and remembers its address and the page to return to in this browser (AUTH-26).
 *
 * @param joins whether the account that it makes is to join the campus at once
 * @throws RequestRefused
 */
export async function requestLink(link: LinkFor, joins = false): Promise<void> {
  await request('POST', '/api/sign-in-links', link);
  rememberLink({ email: link.email.trim(), returnTo: returnPath(), joins });
}

/** The address of the page that waits for the link. */
export function sentPath({ email, first, last }: LinkFor): string {
  const query = new URLSearchParams({ email: email.trim() });
  if (first !== undefined) query.set('first', first);
  if (last !== undefined) query.set('last', last);
  return `/login/sent?${query}`;
}
