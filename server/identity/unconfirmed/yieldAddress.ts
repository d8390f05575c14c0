import { randomUUID } from 'node:crypto';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { userFact } from '#domain/user/state.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';

/**
 * Lets an account that never confirmed an address give it up to somebody who has proven that it is theirs. That account's
 * own rule decides (`yieldAddress` in the domain); one that has another address by now has nothing to give up, and stays.
 *
 * @param holder the account that had the address a moment ago
 * @param by who asks: a part of the house, and the campus of the site
 * @returns why it is kept, or `null`
 * @throws Unavailable the outcome is unknown: try again
 */
export async function takeFromUnconfirmed(
  dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>,
  holder: string,
  email: string,
  by: { readonly name: string; readonly campus: string },
): Promise<Rejection | null> {
  const user = await dispatcher.stateOf(userFact(holder));
  if (user.email !== normaliseEmail(email)) return null;
  const data = { userId: holder, since: user.emailSince };
  // A refusal holds for its id, and another look may find another state: each has an id of its own.
  const outcome = await dispatcher.dispatch(
    { id: randomUUID(), type: 'YieldAddress', version: 1, data },
    { actor: { kind: 'system', name: by.name }, campus: by.campus, origin: 'server' },
  );
  return outcome.ok ? null : outcome.rejection;
}
