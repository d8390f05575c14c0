import { reveal } from '#domain/kernel/personal.ts';
import { type ArchiveEntries, inWords } from '../archive/entries.ts';

/** The events of accounts, in words for their owners. */
export const userArchive: ArchiveEntries = {
  UserRegistered: ({ data: { firstName, lastName, username, email } }) => ({
    what: 'You signed up',
    text: inWords(reveal(firstName), reveal(lastName), `@${reveal(username)}`, reveal(email)),
  }),
  CodeRequested: ({ data }) => ({ what: 'A code was to be mailed to you', text: reveal(data.email) }),
  EmailConfirmed: () => ({ what: 'You confirmed your email address' }),
  SchoolVerified: ({ data }) => ({ what: 'You joined a campus', text: inWords(data.campus, reveal(data.schoolEmail)) }),
  ProfilePictureChanged: () => ({ what: 'You changed your picture' }),
  UnconfirmedEmailChanged: ({ data }) => ({
    what: 'You changed the email address that you had not confirmed',
    text: reveal(data.email),
  }),
  EmailChanged: ({ data }) => ({ what: 'You changed your email address', text: reveal(data.email) }),
  UsernameChanged: ({ data }) => ({ what: 'You changed your username', text: reveal(data.username) }),
  NameChanged: ({ data }) => ({
    what: 'You changed your name',
    text: inWords(reveal(data.firstName), reveal(data.lastName)),
  }),
  GraduationYearChanged: ({ data }) => ({
    what: 'You changed your graduation year',
    text: `${reveal(data.year) ?? ''}`,
  }),
  BioChanged: ({ data }) => ({ what: 'You changed your bio', text: reveal(data.bio) }),
  GoogleLinked: ({ data }) => ({ what: 'You linked a Google account', text: reveal(data.googleId) }),
  GoogleUnlinked: () => ({ what: 'You unlinked your Google account' }),
  PasswordChanged: () => ({ what: 'Your password was changed' }),
};
