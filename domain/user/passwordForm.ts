import type { Rejection } from '../kernel/rejection.ts';
import { checkPassword } from './password.ts';
import { userRejection } from './rejection.ts';

/** The fields of the form that changes a password. */
export interface PasswordFields {
  readonly current: string;
  readonly password: string;
  readonly repeat: string;
}

/** The mistake in each field of the form, or `null` (SETT-07). @param hasPassword `false`: there is none yet (Q71) */
export function checkPasswordFields(
  { current, password, repeat }: PasswordFields,
  hasPassword: boolean,
): Readonly<Record<keyof PasswordFields, Rejection | null>> {
  const wrong = checkPassword(password);
  return {
    current: hasPassword && current === '' ? userRejection('PASSWORD_CURRENT_REQUIRED') : null,
    password: wrong === null ? null : inWordsOfChange(wrong),
    repeat: checkRepeat(password, repeat),
  };
}

function checkRepeat(password: string, repeat: string): Rejection | null {
  if (repeat === '') return userRejection('PASSWORD_REPEAT_REQUIRED');
  return repeat === password ? null : userRejection('PASSWORD_REPEAT_DIFFERS');
}

/** A refusal of a new password in the words of this form: a sign-up has others (AUTH-14, SETT-07). */
export function inWordsOfChange(problem: Rejection): Rejection {
  if (problem.code === 'PASSWORD_REQUIRED') return userRejection('PASSWORD_NEW_REQUIRED');
  return problem.code === 'PASSWORD_TOO_SHORT' ? userRejection('PASSWORD_NEW_TOO_SHORT') : problem;
}
