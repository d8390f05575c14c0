import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { type RequestedCode, rememberCode, voidCodes } from './codes.ts';
import type { UserEvent } from './events.ts';

/** State for decisions about a user, and of other streams about their user. */
export interface UserState extends Counted {
  /** `null`: not registered. */
  readonly userId: string | null;
  readonly erased: boolean;
  /** ISO instant since which the account has its e-mail address; `null`: not registered, or erased. */
  readonly emailSince: string | null;
  /** Campus where the account was made, then the campus of membership. */
  readonly campus: string | null;
  /** Normalised; `null` also once erased. */
  readonly email: string | null;
  readonly username: string | null;
  /** The e-mail address is confirmed. */
  readonly verified: boolean;
  /** How often the address was changed before it was confirmed. */
  readonly unconfirmedChanges: number;
  /** Google's id of the Google account that opens this one. */
  readonly googleId: string | null;
  /** Id of the password that opens the account; the first one has the user's own id. `null`: none does. */
  readonly passwordId: string | null;
  /** ISO instant of its last change; `null`: it is the one of the sign-up. */
  readonly passwordChangedAt: string | null;
  /** Campus of which the user is a school-verified member. */
  readonly memberOf: string | null;
  readonly schoolEmail: string | null;
  readonly isModerator: boolean;
  /** Name of the picture's file. */
  readonly picture: string | null;
  readonly hasPicture: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly bio: string | null;
  readonly hasBio: boolean;
  readonly graduationYear: number | null;
  /** The newest codes that were asked for, oldest first. */
  readonly codes: readonly RequestedCode[];
}

export const initialUser: UserState = {
  userId: null,
  erased: false,
  emailSince: null,
  campus: null,
  email: null,
  username: null,
  verified: false,
  unconfirmedChanges: 0,
  googleId: null,
  passwordId: null,
  passwordChangedAt: null,
  memberOf: null,
  schoolEmail: null,
  isModerator: false,
  picture: null,
  hasPicture: false,
  firstName: null,
  lastName: null,
  bio: null,
  hasBio: false,
  graduationYear: null,
  codes: [],
  eventCount: 0,
};

/** Whether the user exists, is not erased, and can act. */
export function isStanding(user: UserState): user is UserState & { readonly userId: string } {
  return user.userId !== null && !user.erased;
}

/** A user as a fact of another noun's command. */
export const userFact = streamFact<UserState>('user');

/** Whether the user owns a unique value, by kind of claim. */
export const userClaims = {
  email: (user: UserState, value: string) => isStanding(user) && user.email === value,
  username: (user: UserState, value: string) => isStanding(user) && user.username === value,
  google: (user: UserState, value: string) => isStanding(user) && user.googleId === value,
  'school-email': (user: UserState, value: string) => isStanding(user) && user.schoolEmail === value,
};

/** The state after an event. `at` is the event's ISO instant. */
export function evolveUser(user: UserState, event: UserEvent, at: string): UserState {
  switch (event.type) {
    case 'UserRegistered':
      return {
        ...user,
        userId: event.data.userId,
        emailSince: at,
        campus: event.data.campus,
        email: reveal(event.data.email),
        username: reveal(event.data.username),
        firstName: reveal(event.data.firstName),
        lastName: reveal(event.data.lastName),
        passwordId: event.data.userId,
      };
    case 'CodeRequested':
      return {
        ...user,
        codes: rememberCode(user.codes, {
          codeId: event.data.codeId,
          purpose: event.data.purpose,
          email: reveal(event.data.email),
          campus: event.data.campus,
          requestedAt: at,
          state: 'requested',
          sentAt: null,
        }),
      };
    case 'CodeSent':
      return { ...user, codes: changeCode(user.codes, event.data.codeId, { state: 'sent', sentAt: at }) };
    case 'CodeNotSent':
      return { ...user, codes: changeCode(user.codes, event.data.codeId, { state: 'failed' }) };
    case 'EmailConfirmed':
      return { ...user, verified: true };
    case 'GoogleLinked':
      return {
        ...user,
        verified: true,
        googleId: reveal(event.data.googleId),
        passwordId: event.data.isSignUp ? null : user.passwordId,
      };
    case 'GoogleUnlinked':
      return { ...user, googleId: null };
    case 'PasswordChanged':
      return { ...user, passwordId: event.data.passwordId, passwordChangedAt: at };
    case 'SchoolVerified':
      return {
        ...user,
        campus: event.data.campus,
        memberOf: event.data.campus,
        schoolEmail: reveal(event.data.schoolEmail),
      };
    case 'UnconfirmedEmailChanged':
      return withAnotherEmail(user, reveal(event.data.email), at);
    case 'EmailChanged':
      return { ...user, email: reveal(event.data.email), emailSince: at };
    case 'UsernameChanged':
      return { ...user, username: reveal(event.data.username) };
    case 'ProfilePictureChanged':
      return { ...user, picture: reveal(event.data.picture)?.name ?? null, hasPicture: true };
    case 'BioChanged':
      return { ...user, bio: reveal(event.data.bio), hasBio: true };
    case 'ModeratorAppointed':
      return { ...user, isModerator: true };
    case 'ModeratorDismissed':
      return { ...user, isModerator: false };
    case 'NameChanged':
      return { ...user, firstName: reveal(event.data.firstName), lastName: reveal(event.data.lastName) };
    case 'GraduationYearChanged':
      return { ...user, graduationYear: reveal(event.data.year) };
    case 'GraduationYearRemoved':
      return { ...user, graduationYear: null };
    case 'SubjectErased':
      return { ...initialUser, userId: event.data.userId, erased: true };
    default:
      return assertNever(event);
  }
}

/** Nobody has confirmed the address before, and the codes that were mailed to it confirm no other. */
function withAnotherEmail(user: UserState, email: string | null, at: string): UserState {
  const codes = voidCodes(user.codes, 'confirm-email');
  return { ...user, email, emailSince: at, unconfirmedChanges: user.unconfirmedChanges + 1, codes };
}

function changeCode(
  codes: readonly RequestedCode[],
  codeId: string,
  change: Partial<Pick<RequestedCode, 'state' | 'sentAt'>>,
): readonly RequestedCode[] {
  return codes.map((code: RequestedCode): RequestedCode => (code.codeId === codeId ? { ...code, ...change } : code));
}
