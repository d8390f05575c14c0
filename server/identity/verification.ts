import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { checkNewEmail } from '#domain/user/addressDecisions.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { CODE_MAX_WRONG_ANSWERS } from '#domain/user/limits.ts';
import { userRejection } from '#domain/user/rejection.ts';
import { checkSchoolEmail } from '#domain/user/schoolEmail.ts';
import { userFact } from '#domain/user/state.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import type { Tries, TryWindow } from '../fairness/tries.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { CodeVault } from '../ports/accountVault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { Codes, CodeUse } from './codes.ts';
import {
  CODE_ADDRESS_WRONG_BUDGET,
  CODE_CAMPUS_WRONG_BUDGET,
  CODE_TRIES_WINDOW_MS,
  CODE_USE_MAX_WRONG,
  CODE_USE_MAX_WRONG_WHEN_STRICT,
  CODE_WRONG_ANSWERS_WHEN_STRICT,
} from './limits.ts';
import { takeFromUnconfirmed } from './unconfirmed/yieldAddress.ts';

/** Sender of a code. */
export interface Verifier {
  readonly userId: string;
  /** Campus of the site. */
  readonly campus: string;
  /** Network address. */
  readonly address: string;
}

export type Verified =
  | { readonly ok: true; readonly position: string | null }
  | { readonly ok: false; readonly rejection: Rejection };

/** Checks codes; `id` is the browser's command id. @throws Unavailable try again with the same id */
export interface Verification {
  /** Confirms the account's own address (VERF-05). */
  confirmEmail(answer: { id: string; code: string }, by: Verifier): Promise<Verified>;
  /** Makes the user a member of a campus (VERF-13). */
  verifySchool(answer: { id: string; code: string; email: string; campus: string }, by: Verifier): Promise<Verified>;
  /** Gives the account another address (VERF-19). */
  changeEmail(answer: { id: string; code: string; email: string }, by: Verifier): Promise<Verified>;
}

const no = (problem: Rejection): Verified => ({ ok: false, rejection: problem });

/**
 * Makes the verification: the vault checks a code, the domain decides its effect.
 *
 * Limits of guessing. Only an account with an outstanding code of this use can guess, and its wrong answers count for
 * this account, purpose and e-mail address only, never against another account. But a code has 9,000 values, so many
 * accounts together could guess one of many addresses. So wrong answers also use up two budgets a day, of the campus
 * and of the network address. A used-up budget refuses nobody, or ten students could keep a campus from signing up. It
 * makes the rules strict instead: one wrong answer voids the code, so every guess costs a mail, of which each account,
 * mailbox and campus gets few. A right answer still succeeds.
 */
export function createVerification(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf' | 'ownerOf'>;
  readonly codes: Codes;
  readonly vault: CodeVault;
  readonly tries: Tries;
  readonly security: SecurityLog;
}): Verification {
  const { dispatcher, codes, vault, tries, security } = options;
  const locks = createKeyedLock();

  /** Compares and uses up a code, then dispatches the command that it allows. */
  async function spend(
    id: string,
    code: string,
    use: CodeUse,
    by: Verifier,
    command: (codeId: string) => { type: string; data: unknown },
    beforehand: () => Promise<void> = async () => undefined,
  ): Promise<Verified> {
    if (code.trim() === '') return no(userRejection('CODE_REQUIRED'));
    const outstanding = await codes.outstanding(use);
    const [newest] = outstanding;
    // Without a code there is nothing to guess and nothing to count.
    if (newest === undefined) return no(userRejection('CODE_WRONG', { spent: 1 }));
    const budgets = budgetsOf(newest.campus, by);
    const isStrict = await tries.usedUp(budgets);

    const found = codes.match(outstanding, code.trim());
    const holds = async () => found !== null && vault.consume(found.codeId, effectiveCommandId(by.userId, id));
    const tried = await tries.attempt([windowOf(use, isStrict)], holds, budgets);
    if (tried === 'locked') {
      security('authn_code_lock', { user: by.userId, address: by.address, code: use.purpose });
      return no(rejection('CODE_TRIES_USED_UP'));
    }
    if (tried === 'wrong' || found === null) {
      await codes.answeredWrong(use, isStrict ? CODE_WRONG_ANSWERS_WHEN_STRICT : CODE_MAX_WRONG_ANSWERS);
      const spent = (await codes.outstanding(use)).length === 0 ? 1 : 0;
      return no(userRejection('CODE_WRONG', { spent }));
    }
    await beforehand();
    const outcome = await dispatcher.dispatch(
      { id, version: 1, ...command(found.codeId) },
      { actor: { kind: 'user', userId: by.userId }, campus: by.campus, origin: 'server' },
    );
    return outcome.ok ? { ok: true, position: outcome.position } : no(outcome.rejection);
  }

  /** The code has proven whose the address is: an account that never confirmed it gives it up. */
  async function takeFromOthers(email: string, { userId, campus }: Verifier): Promise<void> {
    const holder = await dispatcher.ownerOf('email', normaliseEmail(email));
    if (holder === null || holder === userId) return;
    await takeFromUnconfirmed(dispatcher, holder, email, { name: 'verification', campus });
  }

  const userOf = (userId: string) => dispatcher.stateOf(userFact(userId));

  return {
    // One answer of a user at a time: parallel guesses would all be compared before the first is counted. Each further
    // process may compare one more meanwhile; the window of `tries.attempt` is exact for all together.
    confirmEmail: ({ id, code }, by) =>
      locks.run(by.userId, async () => {
        const { email } = await userOf(by.userId);
        if (email === null) return no(userRejection('USER_UNKNOWN'));
        const use = { userId: by.userId, purpose: 'confirm-email', email, campus: null } as const;
        return spend(id, code, use, by, (codeId) => ({ type: 'ConfirmEmail', data: { codeId } }));
      }),
    verifySchool: ({ id, code, email, campus }, by) =>
      locks.run(by.userId, async () => {
        const problem = checkSchoolEmail(campus, email, null);
        if (problem !== null) return no(problem);
        const use = { userId: by.userId, purpose: 'join-campus', email: normaliseEmail(email), campus } as const;
        return spend(id, code, use, by, (codeId) => ({ type: 'VerifySchool', data: { codeId, campus, email } }));
      }),
    changeEmail: ({ id, code, email }, by) =>
      locks.run(by.userId, async () => {
        const problem = checkNewEmail(email, null);
        if (problem !== null) return no(problem);
        const use = { userId: by.userId, purpose: 'change-email', email: normaliseEmail(email), campus: null } as const;
        const command = (codeId: string) => ({ type: 'ChangeEmail', data: { codeId, email } });
        return spend(id, code, use, by, command, () => takeFromOthers(email, by));
      }),
  };
}

function windowOf({ userId, purpose, email }: CodeUse, isStrict: boolean): TryWindow {
  const max = isStrict ? CODE_USE_MAX_WRONG_WHEN_STRICT : CODE_USE_MAX_WRONG;
  return { name: 'code', value: `${userId} ${purpose} ${email}`, max, windowMs: CODE_TRIES_WINDOW_MS };
}

function budgetsOf(campus: string, { address }: Verifier): readonly TryWindow[] {
  const windowMs = CODE_TRIES_WINDOW_MS;
  return [
    { name: 'code-campus', value: campus, max: CODE_CAMPUS_WRONG_BUDGET, windowMs },
    { name: 'code-ip', value: address, max: CODE_ADDRESS_WRONG_BUDGET, windowMs },
  ];
}
