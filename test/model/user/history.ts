import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import { canary, id, registration, verification } from '#test/projections/support/events.ts';
import type { History, HistoryStep, NaiveDocument, NaiveDocuments } from '../model.ts';
import { historyPeople, type Someone, someone } from './parts.ts';

/** A person signs up. */
export function join({ log, parts }: History): void {
  const people = parts.of(historyPeople);
  const name = `person${people.length}`;
  const words = personal(canary(name));
  people.push({ name, memberOf: null, erased: false });
  log.add('UserRegistered', {
    ...registration(name),
    email: words,
    username: words,
    firstName: words,
    lastName: words,
  });
}

/** A step of a person who is not erased. */
function ofStanding(act: (log: History['log'], person: Someone, what: number) => void): HistoryStep['act'] {
  return ({ log, parts }, who, what) => {
    const person = someone(parts, who);
    if (!person.erased) act(log, person, what);
  };
}

/** Steps on the stream of a user. */
export const userSteps: Readonly<Record<string, HistoryStep>> = {
  person: { often: 1, act: join },
  verify: {
    often: 1,
    act: ofStanding((log, person, what) => {
      const campus = what % 3 === 0 ? 'ut' : 'ou';
      log.add('SchoolVerified', verification(person.name, campus, person.memberOf));
      person.memberOf = campus;
    }),
  },
  bio: {
    often: 1,
    act: ofStanding((log, { name }) => log.add('BioChanged', { userId: id(name), bio: personal(canary(name)) })),
  },
  name: {
    often: 1,
    act: ofStanding((log, { name }) => {
      const word = personal(canary(name));
      log.add('NameChanged', { userId: id(name), firstName: word, lastName: word });
    }),
  },
  graduation: {
    often: 1,
    act: ofStanding((log, { name }, what) => {
      if (what % 3 === 0) log.add('GraduationYearRemoved', { userId: id(name) });
      else log.add('GraduationYearChanged', { userId: id(name), year: personal(2_020 + (what % 9)) });
    }),
  },
  username: {
    often: 1,
    act: ofStanding((log, { name }) =>
      log.add('UsernameChanged', { userId: id(name), username: personal(canary(name)) }),
    ),
  },
  email: {
    often: 1,
    act: ofStanding((log, { name }, what) => {
      const code = { userId: id(name), codeId: id(`change ${what}`) };
      const email = personal(canary(name));
      log.add('CodeRequested', { ...code, purpose: 'change-email', email, campus: 'ou' });
      if (what % 2 === 0) log.add('EmailChanged', { ...code, email, previousEmail: email, campus: 'ou' });
    }),
  },
  correction: {
    often: 1,
    act: ofStanding((log, { name }) =>
      log.add('UnconfirmedEmailChanged', { userId: id(name), email: personal(canary(name)) }),
    ),
  },
  picture: {
    often: 1,
    act: ofStanding((log, { name }) => {
      const picture = personal({ kind: 'image', name: `${name}.jpg`, width: 10, height: 10 });
      log.add('ProfilePictureChanged', { userId: id(name), picture });
    }),
  },
  code: {
    often: 1,
    act: ofStanding((log, { name }, what) => {
      const code = { userId: id(name), codeId: id(`code ${what}`), purpose: 'confirm-email' };
      log.add('CodeRequested', { ...code, email: personal(canary(name)), campus: 'ou' });
      if (what % 2 === 0) log.add(what % 4 === 0 ? 'CodeSent' : 'CodeNotSent', code);
      if (what % 3 === 0) log.add('EmailConfirmed', { userId: code.userId, codeId: code.codeId });
    }),
  },
  role: {
    often: 1,
    act: ofStanding((log, { name }, what) =>
      log.add(what % 3 === 0 ? 'ModeratorDismissed' : 'ModeratorAppointed', { userId: id(name) }),
    ),
  },
  google: {
    often: 1,
    act: ofStanding((log, { name }, what) => {
      if (what % 3 === 2) return log.add('GoogleUnlinked', { userId: id(name) });
      log.add('GoogleLinked', { userId: id(name), googleId: personal(canary(name)), isSignUp: what % 2 === 0 });
    }),
  },
  password: {
    often: 1,
    act: ofStanding((log, { name }, what) => {
      const isDropped = what % 3 === 0;
      const passwordId = isDropped ? null : id(`password ${what}`);
      log.add('PasswordChanged', { userId: id(name), passwordId, how: isDropped ? 'dropped' : 'reset' });
    }),
  },
  erase: {
    often: 1,
    act: ofStanding((log, person, what) => {
      if (what % 3 !== 0) return;
      person.erased = true;
      log.add('SubjectErased', { userId: id(person.name), campus: person.memberOf });
    }),
  },
};

interface Seen {
  verified: boolean;
  memberOf: string | null;
  campus: string;
  hasBio: boolean;
  hasPicture: boolean;
  isModerator: boolean;
  isBanned: boolean;
  isLeaving: boolean;
  hasPassword: boolean;
  hasGoogle: boolean;
  erased: boolean;
}

/** The last values of each person, and none of an erased account. */
export function userDocuments(history: readonly RecordedEvent[]): NaiveDocuments {
  const people = new Map<string, Seen>();
  for (const { type, data } of history) {
    const { userId, campus } = data as { readonly userId: string; readonly campus: string };
    const nothing = {
      verified: false,
      memberOf: null,
      hasBio: false,
      hasPicture: false,
      isModerator: false,
      isBanned: false,
      isLeaving: false,
    };
    if (type === 'UserRegistered')
      people.set(userId, { ...nothing, campus, hasPassword: true, hasGoogle: false, erased: false });
    const person = people.get(userId);
    if (person === undefined) continue;
    if (type === 'EmailConfirmed') person.verified = true;
    if (type === 'GoogleLinked') {
      const { isSignUp } = data as { readonly isSignUp: boolean };
      Object.assign(person, { verified: true, hasGoogle: true, hasPassword: person.hasPassword && !isSignUp });
    }
    if (type === 'GoogleUnlinked') person.hasGoogle = false;
    if (type === 'SchoolVerified') Object.assign(person, { campus, memberOf: campus });
    if (type === 'BioChanged') person.hasBio = true;
    if (type === 'ProfilePictureChanged') person.hasPicture = true;
    if (type === 'ModeratorAppointed') person.isModerator = true;
    if (type === 'ModeratorDismissed') person.isModerator = false;
    if (type === 'PersonBanned') person.isBanned = true;
    if (type === 'BanLifted') person.isBanned = false;
    if (type === 'DeletionRequested') person.isLeaving = true;
    if (type === 'DeletionCancelled') person.isLeaving = false;
    if (type === 'PasswordChanged') {
      person.hasPassword = (data as { readonly passwordId: string | null }).passwordId !== null;
    }
    if (type === 'SubjectErased') Object.assign(person, { ...nothing, erased: true });
  }
  const documents = [...people].flatMap(([key, person]): NaiveDocument[] => {
    const { isModerator, isBanned, isLeaving, hasPassword, hasGoogle } = person;
    const { verified, memberOf, campus, hasBio, hasPicture, erased } = person;
    const face = { verified, hasBio, hasPicture, erased };
    const hidden = { verified: false, hasBio: false, hasPicture: false, erased: true };
    const account = erased
      ? null
      : { id: key, verified, memberOf, campus, isModerator, isBanned, hasPassword, hasGoogle };
    return [
      { collection: 'people', key, doc: { id: key, ...(isLeaving ? hidden : face) } },
      { collection: 'homes', key, doc: erased ? null : { id: key, campus, memberOf, hidden: isLeaving } },
      { collection: 'introductions', key, doc: erased ? null : { id: key } },
      { collection: 'accounts', key, doc: account },
    ];
  });
  return { documents, whole: ['people', 'homes', 'introductions', 'accounts'] };
}
