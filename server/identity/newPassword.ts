import type { Rejection } from '#domain/kernel/rejection.ts';
import { checkCommonPassword, checkPassword } from '#domain/user/password.ts';

/** The error of a new password, or `null` (AUTH-14); it is asked wherever a password is set. */
export type CheckNewPassword = (password: string) => Promise<Rejection | null>;

/**
 * The commonest 49,000 passwords of leaked lists, as zxcvbn-ts keeps them. Read with the first password that is set: most
 * starts need none, and the browser gets none of them.
 */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Makes the check of new passwords. */
export function createCheckNewPassword(read: () => Promise<ReadonlySet<string>> = readCommon): CheckNewPassword {
  let common: Promise<ReadonlySet<string>> | null = null;
  return async (password) => {
    const problem = checkPassword(password);
    if (problem !== null) return problem;
    common ??= read();
    return checkCommonPassword(password, await common);
  };
}
