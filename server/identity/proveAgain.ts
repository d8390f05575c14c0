import { deletionRejection } from '#domain/deletion/rejection.ts';
import { kernelRejection } from '#domain/kernel/kernelRejection.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';
import { userFact } from '#domain/user/state.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { AccessClaims } from './accessToken.ts';
import type { FreshSignIn } from './freshSignIn.ts';
import type { LogIn } from './login.ts';

/** With what a signed-in person proves again who they are. */
export interface ProvenBy {
  /** `null`: none was given, because the account has none or the person has just signed in. */
  readonly password: string | null;
  /** Token of `FreshSignIn`; `null`: the browser has none. */
  readonly fresh: string | null;
  /** Network address. */
  readonly address: string;
}

/**
 * Makes sure, before what can't be made good again, that the person at the browser is the owner of the account: by the password, or by
 * a sign-in of a few minutes ago. Wrong passwords count with those of log-ins (AUTH-08).
 *
 * @returns the refusal, or `null`
 * @throws QueueFull try again later
 */
export type ProveAgain = (session: AccessClaims, by: ProvenBy) => Promise<Rejection | null>;

/** Makes the check. */
export function createProveAgain(options: {
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
  readonly logIn: LogIn;
  readonly freshSignIn: FreshSignIn;
}): ProveAgain {
  const { dispatcher, logIn, freshSignIn } = options;
  return async (session, { password, fresh, address }) => {
    if (password === null) return freshSignIn.proves(fresh, session) ? null : deletionRejection('SIGN_IN_AGAIN');
    const { email } = await dispatcher.stateOf(userFact(session.userId));
    if (email === null) return kernelRejection('SIGNED_OUT');
    const tried = await logIn({ email, password }, address);
    if (!tried.ok) return tried.rejection;
    // The address has changed hands since it was read.
    return tried.userId === session.userId ? null : kernelRejection('SIGNED_OUT');
  };
}
