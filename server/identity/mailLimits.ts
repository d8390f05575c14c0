import { mailboxOf } from '#domain/user/email.ts';
import { createFairThrottle } from '../fairness/fairThrottle.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import type { MailedPurpose } from '../ports/accountVault.ts';
import type { AttemptVault } from '../ports/vault.ts';
import { CODE_MAIL_LIMITS, MAILBOX_MAILS_PER_DAY, MAILBOX_MAILS_PER_HOUR } from './limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A code or link that is to be mailed. */
export interface Mailing {
  /** The account that asks for it; where there is none, the network address. */
  readonly asker: string;
  readonly campus: string;
  readonly purpose: MailedPurpose;
  readonly email: string;
}

/** Decides whether it may be mailed, and counts it if so. Ask for one mail at a time. */
export type MayMail = (mailing: Mailing) => Promise<boolean>;

/**
 * Makes the limits of mails with codes and links. A mailbox gets few, from all askers together, so that nobody can flood
 * it. They count by purpose, so that strangers who request school codes to a mailbox do not keep its owner from signing
 * up. One asker gets half of the day's remainder, so that the first one to request an address does not keep out its
 * owner. A campus gets many, shared fairly by askers.
 */
export function createMailLimits(attempts: AttemptVault, secret: Uint8Array, clock: () => Date): MayMail {
  const throttle = createFairThrottle(attempts, secret, clock, CODE_MAIL_LIMITS);
  return async ({ asker, campus, purpose, email }) => {
    const now = clock();
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const keyOf = (who: string) => `mailbox:${keyedHash(secret, 'mailbox', `${purpose} ${mailboxOf(email)}${who}`)}`;
    const [key, own] = [keyOf(''), keyOf(` ${asker}`)];
    const [inHour, inDay, mine] = await Promise.all([
      attempts.count(key, ago(HOUR_MS)),
      attempts.count(key, ago(DAY_MS)),
      attempts.count(own, ago(DAY_MS)),
    ]);
    if (inHour >= MAILBOX_MAILS_PER_HOUR || mine >= MAILBOX_MAILS_PER_DAY - inDay) return false;
    if (!(await throttle.take(campus, asker))) return false;
    await Promise.all([key, own].map((each) => attempts.fail(each, now.toISOString())));
    return true;
  };
}
