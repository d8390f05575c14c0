import { effectiveCommandId } from '#domain/kernel/ids.ts';
import { CODE_MAX_WRONG_ANSWERS } from '#domain/kernel/limits.ts';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { normaliseEmail } from '#domain/user/email.ts';
import { checkSchoolEmail } from '#domain/user/schoolEmail.ts';
import type { UserState } from '#domain/user/state.ts';
import { userRejection } from '#domain/user/texts.ts';
import { createKeyedLock } from '../concurrency/keyedLock.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { CodeVault } from '../ports/vault.ts';
import type { Codes, CodeUse } from './codes.ts';
import {
  CODE_ACCOUNT_MAX_WRONG,
  CODE_ADDRESS_MAX_WRONG,
  CODE_EMAIL_MAX_WRONG,
  CODE_TRIES_WINDOW_MS,
} from './limits.ts';
import type { Tries, TryWindow } from './tries.ts';

/** Who gives a code, and from where. */
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
}

const no = (problem: Rejection): Verified => ({ ok: false, rejection: problem });

/** Makes the verification: the vault finds a code right, the domain decides what follows from it. */
export function createVerification(options: {
  readonly dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>;
  readonly codes: Codes;
  readonly vault: CodeVault;
  readonly tries: Tries;
}): Verification {
  const { dispatcher, codes, vault, tries } = options;
  const locks = createKeyedLock();

  /** Compares and uses up a code, then gives the command that it allows. */
  async function spend(
    id: string,
    code: string,
    use: CodeUse,
    by: Verifier,
    command: (codeId: string) => { type: string; data: unknown },
  ): Promise<Verified> {
    if (code.trim() === '') return no(userRejection('CODE_REQUIRED'));
    const windows = windowsOf(use, by);
    if (await tries.usedUp(windows)) return no(rejection('CODE_TRIES_USED_UP'));

    const found = await codes.match(use, code.trim());
    const holds = found !== null && (await vault.consume(found.codeId, effectiveCommandId(by.userId, id)));
    if (!holds) {
      await tries.count(windows);
      await vault.wrongAnswer(use.userId, use.purpose, CODE_MAX_WRONG_ANSWERS);
      return no(userRejection('CODE_WRONG'));
    }
    const outcome = await dispatcher.dispatch(
      { id, version: 1, ...command(found.codeId) },
      { actor: { kind: 'user', userId: by.userId }, campus: by.campus, origin: 'server' },
    );
    return outcome.ok ? { ok: true, position: outcome.position } : no(outcome.rejection);
  }

  const userOf = async (userId: string) => (await dispatcher.stateOf('user', userId)) as UserState;

  return {
    // One answer of a user at a time: parallel guesses would all be compared before the first is counted.
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
  };
}

function windowsOf({ userId, email }: CodeUse, { address }: Verifier): readonly TryWindow[] {
  const windowMs = CODE_TRIES_WINDOW_MS;
  return [
    { name: 'code', value: userId, max: CODE_ACCOUNT_MAX_WRONG, windowMs },
    { name: 'code-email', value: email, max: CODE_EMAIL_MAX_WRONG, windowMs },
    { name: 'code-ip', value: address, max: CODE_ADDRESS_MAX_WRONG, windowMs },
  ];
}
