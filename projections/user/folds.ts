import type { RecordedEvent } from '#domain/kernel/event.ts';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import type { EventNamed } from '#domain/registry.ts';
import type { CodePurpose, UserEvent } from '#domain/user/events.ts';
import { absent } from '../kernel/absent.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import {
  type Account,
  accounts,
  type Home,
  hiddenPeople,
  homes,
  type Introduction,
  introductions,
  type Profile,
  people,
  usernames,
} from './collections.ts';

interface OfUser {
  readonly data: { readonly userId: string };
}

const personOf = ({ data }: OfUser): readonly DocumentRef[] => [
  { collection: people.name, key: data.userId },
  { collection: hiddenPeople.name, key: data.userId },
];
const introductionOf = ({ data }: OfUser): DocumentRef => ({ collection: introductions.name, key: data.userId });
const bothOf = (event: OfUser): readonly DocumentRef[] => [
  ...personOf(event),
  { collection: accounts.name, key: event.data.userId },
];
const homeOf = ({ data }: OfUser): DocumentRef => ({ collection: homes.name, key: data.userId });
const allOf = (event: OfUser): readonly DocumentRef[] => [...bothOf(event), introductionOf(event), homeOf(event)];

/** The writes of a change of where a person belongs; none without a home. */
function changedHome(documents: DocumentView, userId: string, change: Partial<Home>): readonly Write[] {
  const home = documents.get(homes, userId);
  return home === undefined ? [] : [write(homes, userId, { ...home, ...change })];
}

/** A changed profile; that of a hidden person is kept apart, and the others see none. */
function writePerson(person: Profile, isHidden: boolean): readonly Write[] {
  const { id } = person;
  if (!isHidden) return [write(people, id, person)];
  return [write(people, id, gapOf(person)), write(hiddenPeople, id, person)];
}

/** The writes of a change of a person; none where it changes nothing. */
function changedPerson(
  documents: DocumentView,
  userId: string,
  change: (person: Profile) => Profile,
): readonly Write[] {
  const hidden = documents.get(hiddenPeople, userId);
  const person = hidden ?? documents.get(people, userId);
  if (person === undefined) return [];
  const changed = change(person);
  return changed === person ? [] : writePerson(changed, hidden !== undefined);
}

/** A fold that changes a person and their account, where they exist. */
function changing<Type extends UserEvent['type']>(
  changePerson: (person: Profile, event: RecordedEvent<EventNamed<Type>>) => Profile,
  changeAccount: (account: Account, event: RecordedEvent<EventNamed<Type>>) => Account,
): Fold<Type> {
  return {
    reads: bothOf,
    fold(event, documents) {
      const { userId } = event.data;
      const account = documents.get(accounts, userId);
      const writes = [...changedPerson(documents, userId, (person) => changePerson(person, event))];
      if (account !== undefined) {
        const changed = changeAccount(account, event);
        if (changed !== account) writes.push(write(accounts, userId, changed));
      }
      return writes;
    },
  };
}

/** A fold that changes a person's introduction. It stays as it is while they are hidden: its gate is closed. */
function introducing<Type extends UserEvent['type']>(
  changeOf: (event: RecordedEvent<EventNamed<Type>>) => Partial<Introduction>,
  changePerson: (person: Profile) => Profile = same,
): Fold<Type> {
  return {
    reads: (event) => [...personOf(event), introductionOf(event)],
    fold(event, documents) {
      const { userId } = event.data;
      const introduction = documents.get(introductions, userId);
      if (introduction === undefined) return [];
      return [
        ...changedPerson(documents, userId, changePerson),
        write(introductions, userId, { ...introduction, ...changeOf(event) }),
      ];
    },
  };
}

const same = <Doc>(doc: Doc): Doc => doc;
const CODE_FIELD = { 'confirm-email': 'emailCode', 'join-campus': 'schoolCode', 'change-email': 'changeCode' } as const;

/** Records the outcome of a code's mail; an outcome of an older code than the newest changes nothing. */
function codeAnswered(
  account: Account,
  { codeId, purpose }: { readonly codeId: string; readonly purpose: CodePurpose },
  state: 'sent' | 'failed',
): Account {
  const field = CODE_FIELD[purpose];
  const code = account[field];
  return code === null || code.codeId !== codeId ? account : { ...account, [field]: { ...code, state } };
}

const userRegistered: Fold<'UserRegistered'> = {
  reads: allOf,
  fold({ data, meta }) {
    const { userId: id, campus, email, username, firstName, lastName } = data;
    const person: Profile = {
      id,
      username,
      firstName,
      lastName,
      picture: absent(),
      hasPicture: false,
      hasBio: false,
      verified: false,
      erased: false,
    };
    const home: Home = { id, campus, memberOf: null, joinedAt: meta.at, hidden: false };
    const account: Account = {
      id,
      campus,
      email,
      schoolEmail: absent(),
      verified: false,
      memberOf: null,
      isModerator: false,
      hasPassword: true,
      hasGoogle: false,
      isBanned: false,
      deletion: null,
      emailCode: null,
      schoolCode: null,
      changeCode: null,
      imagesNotDeleted: null,
    };
    const introduction: Introduction = { id, bio: absent(), graduationYear: absent() };
    return [
      write(people, id, person),
      write(homes, id, home),
      write(introductions, id, introduction),
      write(accounts, id, account),
    ];
  },
};

/** Only the author hears of it, in `me:<user>` (D29). */
const imagesNotDeleted: Fold<'PostImagesNotDeleted'> = {
  reads: ({ data }) => [{ collection: accounts.name, key: data.author }],
  fold({ data }, documents) {
    const account = documents.get(accounts, data.author);
    return account === undefined ? [] : [write(accounts, data.author, { ...account, imagesNotDeleted: data.postId })];
  },
};

/** Rights depend on the account: a ban ends there in every process that publishes (GUARD-11). */
function banned<Type extends 'PersonBanned' | 'BanLifted'>(isBanned: boolean): Fold<Type> {
  return {
    reads: ({ data }) => [{ collection: accounts.name, key: data.userId }],
    fold({ data }, documents) {
      const account = documents.get(accounts, data.userId);
      return account === undefined ? [] : [write(accounts, data.userId, { ...account, isBanned })];
    },
  };
}

/** The public profile of an erased person. */
function gapOf(person: Profile): Profile {
  return {
    ...person,
    ...{ username: absent(), firstName: absent(), lastName: absent(), picture: absent() },
    ...{ hasPicture: false, hasBio: false, verified: false, erased: true },
  };
}

/** The person is hidden from everybody until the account is deleted or kept. */
const deletionRequested: Fold<'DeletionRequested'> = {
  reads: (event) => [...bothOf(event), homeOf(event)],
  fold({ data: { userId, dueAt, receipt } }, documents) {
    const person = documents.get(people, userId);
    const account = documents.get(accounts, userId);
    return [
      ...(person === undefined || person.erased ? [] : writePerson(person, true)),
      ...changedHome(documents, userId, { hidden: true }),
      ...(account === undefined
        ? []
        : [write(accounts, userId, { ...account, deletion: { dueAt, receipt, begun: false } })]),
    ];
  },
};

/** The profile is again what it was, with what changed meanwhile. */
const deletionCancelled: Fold<'DeletionCancelled'> = {
  reads: (event) => [...bothOf(event), homeOf(event)],
  fold({ data: { userId } }, documents) {
    const hidden = documents.get(hiddenPeople, userId);
    const account = documents.get(accounts, userId);
    return [
      ...(hidden === undefined ? [] : [write(people, userId, hidden), write(hiddenPeople, userId, null)]),
      ...changedHome(documents, userId, { hidden: false }),
      ...(account === undefined ? [] : [write(accounts, userId, { ...account, deletion: null })]),
    ];
  },
};

/** The personal data cannot be opened any more. Without an account nobody can act as this person. */
const subjectErased: Fold<'SubjectErased'> = {
  reads: allOf,
  fold({ data: { userId } }, documents) {
    const hidden = documents.get(hiddenPeople, userId);
    const person = hidden ?? documents.get(people, userId);
    return [
      ...(person === undefined ? [] : [write(people, userId, gapOf(person))]),
      ...(hidden === undefined ? [] : [write(hiddenPeople, userId, null)]),
      ...(documents.get(homes, userId) === undefined ? [] : [write(homes, userId, null)]),
      ...(documents.get(introductions, userId) === undefined ? [] : [write(introductions, userId, null)]),
      ...(documents.get(accounts, userId) === undefined ? [] : [write(accounts, userId, null)]),
    ];
  },
};

/** Claims to other unique values are the dispatcher's alone. */
const USERNAME_CLAIMS = claimStream('username', '');

const usernameClaimed: Fold<'Held'> = {
  reads: ({ stream }) => (stream.startsWith(USERNAME_CLAIMS) ? [{ collection: usernames.name, key: stream }] : []),
  fold: ({ stream, data }) =>
    stream.startsWith(USERNAME_CLAIMS) ? [write(usernames, stream, { stream: data.stream })] : [],
};

/** The person goes to the campus; those who may not see it are sent nothing of that (CAMP-08). */
const schoolVerified: Fold<'SchoolVerified'> = {
  reads: ({ data }) => [
    { collection: homes.name, key: data.userId },
    { collection: accounts.name, key: data.userId },
  ],
  fold({ data: { userId, campus, schoolEmail } }, documents) {
    const account = documents.get(accounts, userId);
    return [
      ...changedHome(documents, userId, { campus, memberOf: campus }),
      ...(account === undefined
        ? []
        : [write(accounts, userId, { ...account, campus, memberOf: campus, schoolEmail, schoolCode: null })]),
    ];
  },
};

/** How each event changes people and accounts. */
export const userFolds: Folds = {
  Held: usernameClaimed,
  UserRegistered: userRegistered,
  CodeRequested: changing<'CodeRequested'>(same, (account, { data, meta }) => ({
    ...account,
    [CODE_FIELD[data.purpose]]: { codeId: data.codeId, state: 'requested', requestedAt: meta.at },
  })),
  CodeSent: changing<'CodeSent'>(same, (account, { data }) => codeAnswered(account, data, 'sent')),
  CodeNotSent: changing<'CodeNotSent'>(same, (account, { data }) => codeAnswered(account, data, 'failed')),
  EmailConfirmed: changing<'EmailConfirmed'>(
    (person) => ({ ...person, verified: true }),
    (account) => ({ ...account, verified: true, emailCode: null }),
  ),
  // Google has confirmed the account's own address.
  GoogleLinked: changing<'GoogleLinked'>(
    (person) => (person.verified ? person : { ...person, verified: true }),
    (account, { data }) => ({
      ...account,
      verified: true,
      hasPassword: account.hasPassword && !data.isSignUp,
      hasGoogle: true,
      emailCode: null,
    }),
  ),
  GoogleUnlinked: changing<'GoogleUnlinked'>(same, (account) => ({ ...account, hasGoogle: false })),
  PasswordChanged: changing<'PasswordChanged'>(same, (account, { data: { passwordId } }) =>
    account.hasPassword === (passwordId !== null) ? account : { ...account, hasPassword: passwordId !== null },
  ),
  SchoolVerified: schoolVerified,
  UnconfirmedEmailChanged: changing<'UnconfirmedEmailChanged'>(same, (account, { data }) => ({
    ...account,
    email: data.email,
  })),
  EmailChanged: changing<'EmailChanged'>(same, (account, { data }) => ({
    ...account,
    email: data.email,
    changeCode: null,
  })),
  UsernameChanged: changing<'UsernameChanged'>((person, { data }) => ({ ...person, username: data.username }), same),
  ProfilePictureChanged: changing<'ProfilePictureChanged'>(
    (person, { data }) => ({ ...person, picture: data.picture, hasPicture: true }),
    same,
  ),
  NameChanged: changing<'NameChanged'>(
    (person, { data }) => ({ ...person, firstName: data.firstName, lastName: data.lastName }),
    same,
  ),
  GraduationYearChanged: introducing<'GraduationYearChanged'>(({ data }) => ({ graduationYear: data.year })),
  GraduationYearRemoved: introducing<'GraduationYearRemoved'>(() => ({ graduationYear: absent() })),
  BioChanged: introducing<'BioChanged'>(
    ({ data }) => ({ bio: data.bio }),
    (person) => (person.hasBio ? person : { ...person, hasBio: true }),
  ),
  PostImagesNotDeleted: imagesNotDeleted,
  ModeratorAppointed: changing<'ModeratorAppointed'>(same, (account) => ({ ...account, isModerator: true })),
  ModeratorDismissed: changing<'ModeratorDismissed'>(same, (account) => ({ ...account, isModerator: false })),
  PersonBanned: banned(true),
  BanLifted: banned(false),
  DeletionRequested: deletionRequested,
  DeletionCancelled: deletionCancelled,
  DeletionBegun: {
    reads: ({ data }) => [{ collection: accounts.name, key: data.userId }],
    fold({ data: { userId } }, documents) {
      const account = documents.get(accounts, userId);
      if (account === undefined || account.deletion === null) return [];
      return [write(accounts, userId, { ...account, deletion: { ...account.deletion, begun: true } })];
    },
  },
  SubjectErased: subjectErased,
};
