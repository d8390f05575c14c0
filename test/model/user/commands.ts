import fc from 'fast-check';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { id, photo } from '#test/projections/support/events.ts';
import { files, texts } from '../../domain/arbitraries.ts';
import { type Asked, type CommandModel, commandModel, type Drawn } from '../model.ts';

const EMAILS = ['ada@ou.edu', 'bob@ou.edu', 'cyd@utexas.edu'];

const emails = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('ada@ou.edu', 'Bob@OU.edu', 'cyd@utexas.edu', 'dan@gmail.com', 'eve@ou.edu'),
  },
  { weight: 1, arbitrary: texts },
);
const names = fc.oneof(fc.constantFrom('Ada Lovelace', "Bob O'Neil", '李小 龙王', 'Set Tings'), texts);
const nameParts = fc.oneof(fc.constantFrom('Ada', 'L.', 'de la Cruz', "O'Neil", 'x'.repeat(21), ''), texts);
const googleIds = fc.constantFrom('110169484474386276334', '110169484474386276335');
const passwordIds = fc.constantFrom(id('password'), id('another password'));
const nothing = fc.constant(null);

/** A requested code, and its purpose. */
function codeOf({ world, userId, pick2 }: Asked) {
  const { codes } = world.user(userId);
  const code = codes[pick2 % (codes.length || 1)];
  return { codeId: code?.codeId ?? newId(userId, 1), purpose: code?.purpose ?? 'confirm-email', code };
}

const ownEmail = ({ world, userId }: Asked) => world.user(userId).email;

/** Where a link was mailed: to the account as a rule. */
const linkEmail = (ask: Asked, other: string) => (ask.pick % 4 === 0 ? other : (ownEmail(ask) ?? other));

/** The mail reactor's commands about a code. */
const aboutCode = (): CommandModel =>
  commandModel({
    by: 'house',
    lawful: { userId: id('ada'), codeId: id('code'), purpose: 'confirm-email' },
    fields: nothing,
    payload(ask) {
      const { codeId, purpose } = codeOf(ask);
      return { data: { userId: ask.userId, codeId, purpose } };
    },
  });

/** The operator's commands about the role of a moderator. */
const aboutRole = (): CommandModel =>
  commandModel({
    by: 'house',
    lawful: { userId: id('ada') },
    fields: nothing,
    mayDoNothing: true,
    payload: ({ userId }) => ({ data: { userId } }),
  });

/** Before everything. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** The system's commands about an account. */
const aboutUser = (): CommandModel =>
  commandModel({
    by: 'house',
    lawful: { userId: id('ada') },
    fields: nothing,
    payload: ({ userId }) => ({ data: { userId } }),
    ends: true,
  });

const school = { campus: 'ou', email: 'ada@ou.edu' };

/** Generators of everything that one can do with an account. */
export const userCommandModels: Readonly<Record<string, CommandModel>> = {
  RegisterUser: commandModel({
    by: 'visitor',
    often: 2,
    lawful: { email: 'ada@ou.edu', name: 'Ada Lovelace', acceptedTerms: true },
    fields: fc.record({ email: emails, name: names }),
    payload: ({ fields }) => ({ data: { ...fields, acceptedTerms: true } }),
  }),
  RegisterWithLink: commandModel({
    by: 'visitor',
    lawful: { email: 'ada@ou.edu', name: 'Ada Lovelace', acceptedTerms: true, linkId: id('link') },
    fields: fc.record({ email: emails, name: names }),
    payload: ({ fields }) => ({ data: { ...fields, acceptedTerms: true, linkId: id('link') } }),
  }),
  ConfirmByLink: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), linkId: id('link'), email: 'ada@ou.edu' },
    mayDoNothing: true,
    fields: emails,
    payload: (ask) => ({ data: { userId: ask.userId, linkId: id('link'), email: linkEmail(ask, ask.fields) } }),
  }),
  ResetPassword: commandModel({
    by: 'house',
    lawful: {
      userId: id('ada'),
      passwordId: id('password'),
      linkId: id('link'),
      email: 'ada@ou.edu',
      mailedAt: '2026-01-01T00:00:00.000Z',
    },
    fields: fc.record({
      email: emails,
      passwordId: passwordIds,
      mailedAt: fc.constantFrom(LONG_AGO, '2100-01-01T00:00:00.000Z'),
    }),
    payload: (ask) => ({
      data: { ...ask.fields, userId: ask.userId, linkId: id('link'), email: linkEmail(ask, ask.fields.email) },
    }),
  }),
  RequestEmailCode: commandModel({ by: 'person', lawful: {}, fields: nothing, payload: () => ({ data: {} }) }),
  ChangeUnconfirmedEmail: commandModel({
    by: 'person',
    often: 2,
    lawful: { email: 'ada@mail.example' },
    // Most addresses of the others are taken, and few people have not confirmed theirs.
    fields: fc.oneof(emails, fc.constantFrom('fay@mail.example', 'gus@mail.example', 'Hal@mail.example')),
    payload: ({ fields: email }) => ({ data: { email } }),
  }),
  ConfirmEmail: commandModel({
    by: 'person',
    often: 2,
    lawful: { codeId: id('code') },
    fields: nothing,
    payload: (ask) => ({ data: { codeId: codeOf(ask).codeId } }),
  }),
  RequestSchoolCode: commandModel({
    by: 'person',
    lawful: school,
    fields: emails,
    payload: (ask) => ({
      data: { campus: ask.campus, email: ask.pick % 3 === 0 ? (ownEmail(ask) ?? '') : ask.fields },
    }),
  }),
  VerifySchool: commandModel({
    by: 'person',
    lawful: { ...school, codeId: id('code') },
    fields: emails,
    payload(ask) {
      const { codeId, code } = codeOf(ask);
      return { data: { codeId, campus: code?.campus ?? ask.campus, email: code?.email ?? ask.fields } };
    },
  }),
  JoinWithConfirmedEmail: commandModel({
    by: 'person',
    often: 2,
    lawful: school,
    fields: emails,
    payload: (ask) => ({ data: { campus: ask.campus, email: ownEmail(ask) ?? ask.fields } }),
  }),
  RequestEmailChange: commandModel({
    by: 'person',
    lawful: { email: 'ada@mail.example' },
    fields: emails,
    payload: ({ fields: email }) => ({ data: { email } }),
  }),
  ChangeEmail: commandModel({
    by: 'person',
    often: 2,
    lawful: { codeId: id('code'), email: 'ada@mail.example' },
    fields: emails,
    mayDoNothing: true,
    payload(ask) {
      const { codeId, code } = codeOf(ask);
      return { data: { codeId, email: code?.email ?? ask.fields } };
    },
  }),
  ChangeUsername: commandModel({
    by: 'person',
    lawful: { username: 'countess' },
    mayDoNothing: true,
    fields: fc.oneof(fc.constantFrom('countess', 'AdaLovelace', 'settings', 'ada', 'a b c d'), texts),
    payload: ({ fields: username }) => ({ data: { username: username.slice(0, 50) } }),
  }),
  ChangeProfilePicture: commandModel({
    by: 'person',
    often: 2,
    lawful: { picture: { kind: 'image', name: `${id('front')}.webp`, width: 4, height: 3 } },
    fields: fc.option(files, { freq: 3, nil: undefined }) as fc.Arbitrary<Media | undefined>,
    payload: ({ fields: picture }) => ({ data: { picture }, files: picture === undefined ? [] : [picture] }),
  }),
  ChangeBio: commandModel({
    by: 'person',
    often: 2,
    lawful: { bio: 'Selling my desk.' },
    mayDoNothing: true,
    fields: texts,
    payload: ({ fields }) => ({ data: { bio: fields } }),
  }),
  ChangeName: commandModel({
    by: 'person',
    lawful: { firstName: 'Ada', lastName: 'Lovelace' },
    mayDoNothing: true,
    fields: fc.record({ firstName: nameParts, lastName: nameParts }),
    payload: ({ fields }) => ({ data: fields }),
  }),
  ChangeGraduationYear: commandModel({
    by: 'person',
    lawful: { year: 2028 },
    mayDoNothing: true,
    fields: fc.oneof(fc.constantFrom(1950, 2028, 2099), fc.integer({ min: 1950 })),
    payload: ({ fields: year }) => ({ data: { year } }),
  }),
  RemoveGraduationYear: commandModel({
    by: 'person',
    lawful: {},
    mayDoNothing: true,
    fields: nothing,
    payload: () => ({ data: {} }),
  }),
  RegisterWithGoogle: commandModel({
    by: 'visitor',
    lawful: { googleId: '110169484474386276334', email: 'ada@ou.edu', name: 'Ada Lovelace' },
    fields: fc.record({ googleId: googleIds, email: emails, name: names }),
    payload: ({ fields }) => ({ data: { ...fields } }),
  }),
  LinkGoogle: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), googleId: '110169484474386276334', email: 'ada@ou.edu' },
    fields: googleIds,
    payload: (ask) => ({ data: { userId: ask.userId, googleId: ask.fields, email: ownEmail(ask) ?? '' } }),
  }),
  UnlinkGoogle: aboutUser(),
  YieldAddress: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), since: LONG_AGO },
    mayDoNothing: true,
    fields: nothing,
    payload: ({ world, userId }) => ({ data: { userId, since: world.user(userId).emailSince ?? LONG_AGO } }),
    ends: true,
  }),
  SetPassword: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), passwordId: id('password') },
    fields: passwordIds,
    payload: ({ userId, fields: passwordId }) => ({ data: { userId, passwordId } }),
  }),
  ChangePassword: commandModel({
    by: 'house',
    lawful: { userId: id('ada'), passwordId: id('password'), replaces: id('ada') },
    fields: passwordIds,
    payload: ({ world, userId, fields: passwordId }) => ({
      data: { userId, passwordId, replaces: world.user(userId).passwordId ?? userId },
    }),
  }),
  RecordCodeSent: aboutCode(),
  RecordCodeNotSent: aboutCode(),
  AppointModerator: aboutRole(),
  DismissModerator: aboutRole(),
  ExpireUnconfirmed: aboutUser(),
  EraseUser: aboutUser(),
};

/** From the sign-up to the finished profile: without some who may do everything, few stories would get anywhere. */
export function settleIn(who: number): readonly Drawn[] {
  const email = EMAILS[who % EMAILS.length] ?? '';
  return [
    { type: 'RegisterUser', fields: { email, name: 'Ada Lovelace' } },
    { type: 'ConfirmEmail', fields: null },
    { type: 'JoinWithConfirmedEmail', fields: email },
    { type: 'ChangeProfilePicture', fields: photo('face') },
    { type: 'ChangeBio', fields: 'Selling my desk.' },
  ];
}
