import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '../campus/limits.ts';
import { actorId } from '../kernel/actor.ts';
import { type ClaimRequest, type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { plainFileSchema } from '../kernel/media.ts';
import { checkRegistration, type Registration } from './checkRegistration.ts';
import { normaliseEmail, parseEmail } from './email.ts';
import { codePurposeSchema } from './events.ts';
import { pictureFolder } from './files.ts';
import { parseGoogleName } from './googleName.ts';
import {
  BIO_INPUT_MAX_CHARACTERS,
  EMAIL_MAX_CHARACTERS,
  GOOGLE_ID_MAX_CHARACTERS,
  GRADUATION_YEAR_MIN,
  NAME_MAX_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from './limits.ts';
import { userRejection } from './rejection.ts';
import { isSchoolEmail } from './schoolEmail.ts';
import { checkUsername, normaliseUsername, usernameCandidates, usernameCandidatesOf } from './username.ts';

const email = z.string().check(z.maxLength(EMAIL_MAX_CHARACTERS));
const namePart = z.string().check(z.maxLength(NAME_MAX_CHARACTERS));
const googleId = z.string().check(z.minLength(1), z.maxLength(GOOGLE_ID_MAX_CHARACTERS));
const campus = z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS));

/** The school address that a command wants to be unique; nothing is claimed for one that can't be accepted. */
function claimSchoolEmail(data: {
  readonly campus: string;
  readonly email: string;
}): readonly ClaimRequest<'school-email'>[] {
  if (!isSchoolEmail(data.campus, data.email)) return [];
  const candidates = [normaliseEmail(data.email)];
  return [{ kind: 'school-email', candidates, taken: userRejection('EMAIL_TAKEN_SCHOOL') }];
}

/** The address that a command wants for an account; nothing is claimed for one that can't be accepted. */
function claimNewEmail(typed: string, taken: 'EMAIL_TAKEN' | 'EMAIL_TAKEN_BY_OTHER'): readonly ClaimRequest<'email'>[] {
  if (parseEmail(typed) === null) return [];
  return [{ kind: 'email', candidates: [normaliseEmail(typed)], taken: userRejection(taken) }];
}

/** The Google account that a command wants for one person alone. */
function claimGoogle(id: string): ClaimRequest<'google'> {
  return { kind: 'google', candidates: [id], taken: userRejection('GOOGLE_OTHER_CREDENTIALS') };
}

/** The values that a sign-up wants to be unique; nothing is claimed for one that cannot succeed. */
function claimAccount({ id, data }: { readonly id: string; readonly data: Registration }) {
  if (checkRegistration(data) !== null) return [];
  return [
    { kind: 'email', candidates: [normaliseEmail(data.email)], taken: userRejection('EMAIL_TAKEN') },
    { kind: 'username', candidates: usernameCandidates(data.name, id), taken: userRejection('USERNAME_TAKEN') },
  ] as const;
}

/** Commands on accounts. `server` commands come from the identity edge, which has checked a secret. */
export const userCommands = {
  /** The password's hash is in the vault under the new user's id before this is given (decisions D07). */
  RegisterUser: defineCommand({
    type: 'RegisterUser',
    origin: 'server',
    schema: z.strictObject({
      email,
      name: z.string().check(z.maxLength(NAME_MAX_CHARACTERS)),
      acceptedTerms: z.literal(true),
    }),
    category: 'user',
    target: (command) => newId(command.id, 0),
    claims: claimAccount,
  }),
  /** A magic link that was mailed to the address has been used (AUTH-27). */
  RegisterWithLink: defineCommand({
    type: 'RegisterWithLink',
    origin: 'server',
    schema: z.strictObject({
      email,
      name: z.string().check(z.maxLength(NAME_MAX_CHARACTERS)),
      acceptedTerms: z.literal(true),
      linkId: idSchema,
    }),
    category: 'user',
    target: (command) => newId(command.id, 0),
    claims: claimAccount,
  }),
  /** A magic link that was mailed to this address has been used: it is confirmed, if it is the account's still. */
  ConfirmByLink: defineCommand({
    type: 'ConfirmByLink',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, linkId: idSchema, email }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** The new password's hash is in the vault under its id, and a link to this address has been used (AUTH-24). */
  ResetPassword: defineCommand({
    type: 'ResetPassword',
    origin: 'server',
    schema: z.strictObject({
      userId: idSchema,
      passwordId: idSchema,
      linkId: idSchema,
      /** Address of the link's mail; it must be the account's still. */
      email,
      /** ISO instant at which the link was mailed. */
      mailedAt: z.iso.datetime(),
    }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** Mail (again) the code that confirms the account's e-mail address. */
  RequestEmailCode: defineCommand({
    type: 'RequestEmailCode',
    schema: z.strictObject({}),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  /**
   * Another address in the place of one that is not confirmed yet, because it was mistyped; a code is mailed to it. The
   * edge limits how many addresses somebody may try: the answer tells, as that to a sign-up, which are taken.
   */
  ChangeUnconfirmedEmail: defineCommand({
    type: 'ChangeUnconfirmedEmail',
    origin: 'server',
    schema: z.strictObject({ email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: ({ data }) => claimNewEmail(data.email, 'EMAIL_TAKEN'),
  }),
  /** The vault has found the code right for this address. */
  ConfirmEmail: defineCommand({
    type: 'ConfirmEmail',
    origin: 'server',
    schema: z.strictObject({ codeId: idSchema }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  /** Mail a code to a school address (VERF-10). */
  RequestSchoolCode: defineCommand({
    type: 'RequestSchoolCode',
    schema: z.strictObject({ campus, email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  /** The vault has found the code right for this school address. */
  VerifySchool: defineCommand({
    type: 'VerifySchool',
    origin: 'server',
    schema: z.strictObject({ codeId: idSchema, campus, email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: (command) => claimSchoolEmail(command.data),
  }),
  /** Join with the account's own confirmed address when it belongs to the campus: no second code (D03). */
  JoinWithConfirmedEmail: defineCommand({
    type: 'JoinWithConfirmedEmail',
    schema: z.strictObject({ campus, email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: (command) => claimSchoolEmail(command.data),
  }),
  /** Mail a code to another address, which is to become the account's (VERF-19); the person has proven again who they are. */
  RequestEmailChange: defineCommand({
    type: 'RequestEmailChange',
    origin: 'server',
    schema: z.strictObject({ email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: ({ data }) => claimNewEmail(data.email, 'EMAIL_TAKEN_BY_OTHER'),
  }),
  /** The vault has found the code right for this address. */
  ChangeEmail: defineCommand({
    type: 'ChangeEmail',
    origin: 'server',
    schema: z.strictObject({ codeId: idSchema, email }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: ({ data }) => claimNewEmail(data.email, 'EMAIL_TAKEN_BY_OTHER'),
  }),
  ChangeUsername: defineCommand({
    type: 'ChangeUsername',
    schema: z.strictObject({ username: z.string().check(z.maxLength(USERNAME_MAX_CHARACTERS)) }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    claims: ({ data }) => {
      if (checkUsername(data.username) !== null) return [];
      const candidates = [normaliseUsername(data.username)];
      return [{ kind: 'username', candidates, taken: userRejection('USERNAME_TAKEN') }];
    },
  }),
  ChangeProfilePicture: defineCommand({
    type: 'ChangeProfilePicture',
    schema: z.strictObject({ picture: plainFileSchema }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
    files: (command, actor) => ({ folder: pictureFolder(actorId(actor)), names: [command.data.picture.name] }),
  }),
  ChangeBio: defineCommand({
    type: 'ChangeBio',
    schema: z.strictObject({ bio: z.string().check(z.maxLength(BIO_INPUT_MAX_CHARACTERS)) }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  ChangeName: defineCommand({
    type: 'ChangeName',
    schema: z.strictObject({ firstName: namePart, lastName: namePart }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  ChangeGraduationYear: defineCommand({
    type: 'ChangeGraduationYear',
    schema: z.strictObject({ year: z.int().check(z.minimum(GRADUATION_YEAR_MIN)) }),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  RemoveGraduationYear: defineCommand({
    type: 'RemoveGraduationYear',
    schema: z.strictObject({}),
    category: 'user',
    target: (_command, actor) => actorId(actor),
  }),
  /** Google has proven who signs up, and that the address is theirs (AUTH-17). `name` is Google's display name. */
  RegisterWithGoogle: defineCommand({
    type: 'RegisterWithGoogle',
    origin: 'server',
    schema: z.strictObject({ googleId, email, name: z.string().check(z.maxLength(NAME_MAX_CHARACTERS)) }),
    category: 'user',
    target: (command) => newId(command.id, 0),
    claims: ({ id, data }) => {
      if (parseEmail(data.email) === null) return [];
      const { first, last } = parseGoogleName(data.name);
      return [
        claimGoogle(data.googleId),
        { kind: 'email', candidates: [normaliseEmail(data.email)], taken: userRejection('EMAIL_TAKEN') },
        {
          kind: 'username',
          candidates: usernameCandidatesOf(first, last, id),
          taken: userRejection('USERNAME_TAKEN'),
        },
      ];
    },
  }),
  /** Google has proven that the account's confirmed address belongs to this Google account. */
  LinkGoogle: defineCommand({
    type: 'LinkGoogle',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, googleId, email }),
    category: 'user',
    target: (command) => command.data.userId,
    claims: ({ data }) => [claimGoogle(data.googleId)],
  }),
  /** The owner, who has given the password, undoes the link. */
  UnlinkGoogle: defineCommand({
    type: 'UnlinkGoogle',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** Erase an account that was never confirmed, because another person has proven that its e-mail address is theirs. */
  YieldAddress: defineCommand({
    type: 'YieldAddress',
    origin: 'server',
    isLast: true,
    schema: z.strictObject({
      userId: idSchema,
      /** ISO instant since which the account had the address when it was found by it; with another one it keeps that. */
      since: z.iso.datetime(),
    }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** A first password: its hash is in the vault under its id (Q71). */
  SetPassword: defineCommand({
    type: 'SetPassword',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, passwordId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** The new password's hash is in the vault under its id, and the one that stands was given (SETT-07). */
  ChangePassword: defineCommand({
    type: 'ChangePassword',
    origin: 'server',
    schema: z.strictObject({
      userId: idSchema,
      passwordId: idSchema,
      /** Id of the password that was given. */
      replaces: idSchema,
    }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  RecordCodeSent: defineCommand({
    type: 'RecordCodeSent',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, codeId: idSchema, purpose: codePurposeSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  RecordCodeNotSent: defineCommand({
    type: 'RecordCodeNotSent',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema, codeId: idSchema, purpose: codePurposeSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** Make a person a moderator; given on the command line, never by a browser. */
  AppointModerator: defineCommand({
    type: 'AppointModerator',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  DismissModerator: defineCommand({
    type: 'DismissModerator',
    origin: 'server',
    schema: z.strictObject({ userId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** Erase an account that was not confirmed in time, because another person registers with its e-mail address. */
  ExpireUnconfirmed: defineCommand({
    type: 'ExpireUnconfirmed',
    origin: 'server',
    isLast: true,
    schema: z.strictObject({ userId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
  /** Erase a person for good (P10): always possible, however much they did. */
  EraseUser: defineCommand({
    type: 'EraseUser',
    origin: 'server',
    isLast: true,
    schema: z.strictObject({ userId: idSchema }),
    category: 'user',
    target: (command) => command.data.userId,
  }),
};

type Definitions = typeof userCommands;

/** The command of a type, as its decision gets it. */
export type UserCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type UserContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;
