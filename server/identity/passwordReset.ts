import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { isStanding, userFact } from '#domain/user/state.ts';
import type { Tries } from '../fairness/tries.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Links } from './links.ts';
import { accountWindow } from './login.ts';
import type { CheckNewPassword } from './newPassword.ts';
import type { WritePassword } from './passwordWriter.ts';
import type { Sessions } from './sessions.ts';

/** The form for a new password; `id` is the browser's command id, kept over retries. */
export interface Reset {
  readonly id: string;
  readonly email: string;
  /** Token of the link. */
  readonly token: string;
  readonly password: string;
}

export type WasReset = { readonly ok: true } | { readonly ok: false; readonly rejection: Rejection };

/**
 * Sets a new password by a link in a mail (AUTH-24). Every session of the account ends, and so does a lock-out (AUTH-08).
 * `address` is the network address.
 *
 * @throws Unavailable the outcome is unknown: try again with the same id
 * @throws QueueFull try again later
 */
export type ResetPassword = (form: Reset, campus: string, address: string) => Promise<WasReset>;

const no = (problem: Rejection): WasReset => ({ ok: false, rejection: problem });

/** Makes the reset. */
export function createPasswordReset(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly links: Pick<Links, 'use'>;
  readonly writePassword: WritePassword;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly tries: Pick<Tries, 'forget'>;
  readonly checkNew: CheckNewPassword;
  readonly security: SecurityLog;
}): ResetPassword {
  const { dispatcher, links, writePassword, sessions, tries, checkNew, security } = options;

  return async ({ id, email, token, password }, campus, address) => {
    const problem = await checkNew(password);
    if (problem !== null) return no(problem);
    const commandId = effectiveCommandId('visitor', id);
    const link = await links.use(token, { purpose: 'reset-password', email }, commandId);
    const userId = link === null ? null : await dispatcher.ownerOf('email', normaliseEmail(email));
    if (link === null || userId === null || !isStanding(await dispatcher.stateOf(userFact(userId)))) {
      security('authn_link_fail', { user: userId, address });
      return no(userRejection('LINK_WRONG'));
    }

    const passwordId = newId(commandId, 0);
    const refused = await writePassword({ userId, passwordId, password, address }, () =>
      dispatcher.dispatch(
        { id, type: 'ResetPassword', version: 1, data: { userId, passwordId, email, ...link } },
        { actor: { kind: 'system', name: 'password-reset' }, campus, origin: 'server' },
      ),
    );
    if (refused !== null) return no(refused);
    await sessions.endAllOf(userId);
    await tries.forget(accountWindow(normaliseEmail(email)));
    security('authn_password_change', { user: userId, address });
    return { ok: true };
  };
}
