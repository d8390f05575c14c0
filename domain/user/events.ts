import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { plainFileSchema } from '../kernel/media.ts';
import { personalField } from '../kernel/personal.ts';
import { subjectErased } from '../kernel/subject.ts';

const email = personalField(z.string());
const name = personalField(z.string());
const campus = z.string();

/** Why a code was mailed: the code is bound to the purpose and the address (Q16). */
export const codePurposeSchema = z.enum(['confirm-email', 'join-campus', 'change-email']);
export type CodePurpose = z.infer<typeof codePurposeSchema>;

/** The purposes of codes before the address of an account could be changed. */
const firstPurposes = z.enum(['confirm-email', 'join-campus']);
const code = { userId: idSchema, codeId: idSchema };
const unchanged = <Data>(data: Data): Data => data;
/** The outcome of a code's mail, as it was recorded first. */
const firstOutcome = { schema: z.strictObject({ ...code, purpose: firstPurposes }), upcast: unchanged };

/**
 * `set`: the account had none · `changed`: with the former one · `reset`: by a link in a mail · `dropped`: somebody has
 * proven the address in another way, and there is no password any more, or none yet.
 */
const passwordChangeSchema = z.enum(['set', 'changed', 'reset', 'dropped']);

/** The events of a user's stream (`user-<userId>`). */
export const userEvents = {
  /** Signed up with an e-mail address that is not confirmed yet (AUTH-15). */
  UserRegistered: defineEvent({
    type: 'UserRegistered',
    subject: 'userId',
    schema: z.strictObject({
      userId: idSchema,
      /** Campus on whose site the account was made; no membership yet. */
      campus,
      email,
      /** Lower case, unique (AUTH-16). */
      username: name,
      firstName: name,
      /** The initial plus a period (AUTH-15). */
      lastName: name,
    }),
  }),
  /** A code is to be mailed; the mail reactor answers with CodeSent or CodeNotSent. */
  CodeRequested: defineEvent({
    type: 'CodeRequested',
    subject: 'userId',
    schema: z.strictObject({
      ...code,
      purpose: codePurposeSchema,
      email,
      /** Campus to join, or the campus named in the mail. */
      campus,
    }),
    previous: [
      {
        schema: z.strictObject({ ...code, purpose: firstPurposes, email, campus }),
        upcast: unchanged,
        personal: { email: unchanged },
      },
    ],
  }),
  /** The mail transport has accepted the mail (VERF-08). */
  CodeSent: defineEvent({
    type: 'CodeSent',
    schema: z.strictObject({ ...code, purpose: codePurposeSchema }),
    previous: [firstOutcome],
  }),
  /** The mail could not be handed over for good (VERF-08). */
  CodeNotSent: defineEvent({
    type: 'CodeNotSent',
    schema: z.strictObject({ ...code, purpose: codePurposeSchema }),
    previous: [firstOutcome],
  }),
  /** The e-mail address is the user's (VERF-05). */
  EmailConfirmed: defineEvent({
    type: 'EmailConfirmed',
    schema: z.strictObject({ userId: idSchema, codeId: idSchema }),
  }),
  /** The user is a verified member of a campus (VERF-13). */
  SchoolVerified: defineEvent({
    type: 'SchoolVerified',
    subject: 'userId',
    schema: z.strictObject({
      userId: idSchema,
      campus,
      /** Campus whose verified member the user was before; the same as `campus` when only the address changed. */
      previousCampus: z.nullable(campus),
      schoolEmail: email,
    }),
  }),
  /** A new profile picture (PROF-28); the file lies in `profilePics/<userId>`. */
  ProfilePictureChanged: defineEvent({
    type: 'ProfilePictureChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, picture: personalField(plainFileSchema) }),
  }),
  /** Another e-mail address in the place of one that nobody has confirmed; nor is this one yet (VERF-01). */
  UnconfirmedEmailChanged: defineEvent({
    type: 'UnconfirmedEmailChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, email }),
  }),
  /** Another e-mail address, which is the user's: a code that was mailed there was right (VERF-19). */
  EmailChanged: defineEvent({
    type: 'EmailChanged',
    subject: 'userId',
    schema: z.strictObject({
      ...code,
      email,
      /** The address before: it gets a mail about the change, and belongs to nobody from now on. */
      previousEmail: email,
      /** Campus named in the mail to it. */
      campus,
    }),
  }),
  /** Another user name; the one before is free for others (SETT-06). */
  UsernameChanged: defineEvent({
    type: 'UsernameChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, username: name }),
  }),
  /** The name as cards show it; the user name stays (PROF-22, DATA-12). */
  NameChanged: defineEvent({
    type: 'NameChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, firstName: name, lastName: name }),
  }),
  /** The year in which the person expects to finish (Q80). */
  GraduationYearChanged: defineEvent({
    type: 'GraduationYearChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, year: personalField(z.int()) }),
  }),
  GraduationYearRemoved: defineEvent({
    type: 'GraduationYearRemoved',
    schema: z.strictObject({ userId: idSchema }),
  }),
  BioChanged: defineEvent({
    type: 'BioChanged',
    subject: 'userId',
    schema: z.strictObject({ userId: idSchema, bio: personalField(z.string()) }),
  }),
  /** The operator made the person a moderator. */
  ModeratorAppointed: defineEvent({ type: 'ModeratorAppointed', schema: z.strictObject({ userId: idSchema }) }),
  ModeratorDismissed: defineEvent({ type: 'ModeratorDismissed', schema: z.strictObject({ userId: idSchema }) }),
  /**
   * The person signs in with this Google account, and Google has confirmed the account's e-mail address (AUTH-17). No two
   * people have one Google account.
   */
  GoogleLinked: defineEvent({
    type: 'GoogleLinked',
    subject: 'userId',
    schema: z.strictObject({
      userId: idSchema,
      /** Google's own id of the account (`sub`), which never changes. */
      googleId: name,
      /** The account was made with it, and has no password yet. */
      isSignUp: z.boolean(),
    }),
  }),
  /** The Google account opens the account no more. One with the same confirmed address would be linked again. */
  GoogleUnlinked: defineEvent({ type: 'GoogleUnlinked', schema: z.strictObject({ userId: idSchema }) }),
  /** Another password opens the account from now on, or none (AUTH-24, SETT-07, Q71). */
  PasswordChanged: defineEvent({
    type: 'PasswordChanged',
    schema: z.strictObject({
      userId: idSchema,
      /** Its hash lies in the vault under this id since before this event; until then it opened nothing. `null`: none. */
      passwordId: z.nullable(idSchema),
      how: passwordChangeSchema,
    }),
  }),
  /** The person was erased: the key and credentials are destroyed, files deleted (P10). */
  SubjectErased: subjectErased,
};

export type UserEvent = EventOf<typeof userEvents>;
