import { randomUUID } from 'node:crypto';
import { normaliseEmail } from '#domain/user/email.ts';
import type { Dispatcher } from '../../write/dispatcher.ts';

/**
 * Frees an e-mail address that another account holds without having confirmed it in time. That account's own rule
 * decides (`expireUnconfirmed`). The erasure reactor ends its sessions. Repeating it changes nothing.
 *
 * @param exceptUserId the account that wants the address: it may be registering for the second time
 * @throws Unavailable the outcome is unknown: try again
 */
export async function expireUnconfirmedHolder(
  dispatcher: Pick<Dispatcher, 'dispatch' | 'ownerOf'>,
  email: string,
  exceptUserId: string,
  campus: string,
): Promise<void> {
  const holder = await dispatcher.ownerOf('email', normaliseEmail(email));
  if (holder === null || holder === exceptUserId) return;
  await dispatcher.dispatch(
    { id: randomUUID(), type: 'ExpireUnconfirmed', version: 1, data: { userId: holder } },
    { actor: { kind: 'system', name: 'registration' }, campus, origin: 'server' },
  );
}
