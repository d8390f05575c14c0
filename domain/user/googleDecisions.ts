import { findCampus } from '../campus/face.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { refuseUnlessStanding } from './acting.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail, parseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { parseGoogleName } from './googleName.ts';
import { lastNameInitial } from './name.ts';
import { userRejection } from './rejection.ts';
import type { UserState } from './state.ts';

/** Signing up with Google: the account exists with a confirmed address, and without a password (AUTH-17, D37). */
export function registerWithGoogle(
  user: UserState,
  { id, data }: UserCommandNamed<'RegisterWithGoogle'>,
  { campus, facts: { claimed } }: UserContext<'RegisterWithGoogle'>,
): Decision<UserEvent> {
  if (user.userId !== null) return user.erased ? refuse(userRejection('USER_ERASED')) : accept();
  if (parseEmail(data.email) === null) return refuse(userRejection('GOOGLE_NO_EMAIL'));
  if (findCampus(campus) === undefined) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));
  const email = normaliseEmail(data.email);
  if (claimed.google !== data.googleId) return refuse(userRejection('GOOGLE_OTHER_CREDENTIALS'));
  if (claimed.email !== email) return refuse(userRejection('EMAIL_TAKEN'));
  if (claimed.username === undefined) return refuse(userRejection('USERNAME_TAKEN'));

  const userId = newId(id, 0);
  const { first, last } = parseGoogleName(data.name);
  return accept<UserEvent>(
    {
      type: 'UserRegistered',
      data: {
        userId,
        campus,
        email: personal(email),
        username: personal(claimed.username),
        firstName: personal(first),
        lastName: personal(lastNameInitial(last)),
      },
    },
    { type: 'GoogleLinked', data: { userId, googleId: personal(data.googleId), isSignUp: true } },
  );
}

/**
 * A Google account opens an account that has the same confirmed address. One that is not confirmed is never linked:
 * the person who made it would keep a password to somebody else's account (`yieldAddress`).
 */
export function linkGoogle(
  user: UserState,
  { data }: UserCommandNamed<'LinkGoogle'>,
  { actor, facts: { claimed } }: UserContext<'LinkGoogle'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  const { userId, googleId } = data;
  if (user.googleId === googleId) return accept();
  const isTheirs = user.verified && user.email === normaliseEmail(data.email);
  if (!isTheirs || user.googleId !== null || claimed.google !== googleId) {
    return refuse(userRejection('GOOGLE_OTHER_CREDENTIALS'));
  }
  return accept<UserEvent>({
    type: 'GoogleLinked',
    data: { userId, googleId: personal(googleId), isSignUp: false },
  });
}

/**
 * The Google account opens the account no more. The password has to be there first: a passkey works on one campus's site
 * alone, and a link needs a mailbox, which is Google's as a rule.
 */
export function unlinkGoogle(
  user: UserState,
  _command: UserCommandNamed<'UnlinkGoogle'>,
  { actor }: UserContext<'UnlinkGoogle'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (user.userId === null || user.googleId === null) return accept();
  if (user.passwordId === null) return refuse(userRejection('GOOGLE_ONLY_WAY_IN'));
  return accept<UserEvent>({ type: 'GoogleUnlinked', data: { userId: user.userId } });
}
