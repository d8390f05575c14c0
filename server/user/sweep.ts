import { daysAfter } from '#domain/kernel/time.ts';
import { userFact } from '#domain/user/state.ts';
import { CODE_KEPT_MS } from '../identity/limits.ts';
import { forEachOf, ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import { MAIL_TRIED_FOR_DAYS } from '../mail/sendNotice.ts';
import type { Vault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Days for which failed tries are kept: as long as the notes of mails that were sent count. */
const ATTEMPTS_KEPT_DAYS = MAIL_TRIED_FOR_DAYS + 1;

/** Removes expired sessions, codes and failed tries, and passwords of accounts that were never made. */
export function accountSweep(parts: {
  readonly vault: Pick<Vault, 'credentials' | 'codes' | 'sessions' | 'attempts' | 'outcomes' | 'rates'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
}): Sweep {
  const { vault, dispatcher } = parts;

  async function removeOrphanCredentials(before: string): Promise<void> {
    await forEachOf(await vault.credentials.olderThan(before), 'looks at passwords', async ({ userId, stamp }) => {
      const user = await dispatcher.stateOf(userFact(userId));
      // A registration under way has replaced it, so its stamp differs.
      if (user.userId === null) await vault.credentials.remove(userId, stamp);
    });
  }

  return async (now) => {
    const before = new Date(now.getTime() - ORPHAN_MS).toISOString();
    await vault.sessions.sweep(now.toISOString());
    await vault.codes.sweep(new Date(now.getTime() - CODE_KEPT_MS).toISOString());
    await vault.attempts.sweep(daysAfter(now.toISOString(), -ATTEMPTS_KEPT_DAYS));
    await vault.outcomes.sweep(before);
    await vault.rates.sweep(before);
    await removeOrphanCredentials(before);
  };
}
