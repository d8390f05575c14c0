import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { SettingsEvent } from '#domain/settings/events.ts';
import { mailKinds } from '#domain/settings/mailKinds.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { texts } from '../../domain/arbitraries.ts';
import {
  commandModel,
  type Happened,
  type History,
  type HistoryStep,
  isHouse,
  must,
  mustAcross,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { someone, userLedger } from '../user/parts.ts';
import { settingsAnswers } from './answers.ts';
import { settingsRights } from './rights.ts';

/** Users who want no mails, kinds that somebody wants none of, and users without tips. */
const silent: Part<Set<string>> = { begin: () => new Set() };
const mutedKinds: Part<Set<string>> = { begin: () => new Set() };
const tipless: Part<Set<string>> = { begin: () => new Set() };

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as SettingsEvent;
  const { userId } = event.data;
  const isUnsubscribed =
    (event.type === 'EmailNotificationsChanged' || event.type === 'MailKindChanged') && !event.data.wanted;
  yield must(actor === userId || (isUnsubscribed && isHouse(actor)), `${actor} changes the settings of ${userId}`);
  const { confirmed, erased } = ledgers.of(userLedger);
  yield mustAcross(isHouse(actor) || confirmed.has(userId), `${userId} has settings without an address`);
  yield mustAcross(!erased.has(userId), `${event.type} of ${userId}, who is erased`);
  if (event.type === 'TipsDismissed') {
    yield must(!ledgers.of(tipless).has(userId), `${userId} dismisses the tips twice`);
    ledgers.of(tipless).add(userId);
  }
  if (event.type === 'MailKindChanged') {
    const { kind, wanted } = event.data;
    const muted = ledgers.of(mutedKinds);
    const key = `${userId} ${kind}`;
    yield must(muted.has(key) === wanted, `${event.type} of ${userId} changes nothing about ${kind}`);
    if (wanted) muted.delete(key);
    else muted.add(key);
  }
  if (event.type !== 'EmailNotificationsChanged') return;
  const quiet = ledgers.of(silent);
  yield must(quiet.has(userId) === event.data.wanted, `${event.type} of ${userId} changes nothing`);
  if (event.data.wanted) quiet.delete(userId);
  else quiet.add(userId);
}

/** A step of a person who is not erased. */
function ofStanding(act: (log: History['log'], userId: string, name: string, what: number) => void): HistoryStep {
  return {
    often: 1,
    act({ log, parts }, who, what) {
      const { name, erased } = someone(parts, who);
      if (!erased) act(log, id(name), name, what);
    },
  };
}

/** The last values of each person's settings; nothing is left of an erased person's. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const all = new Map<string, Record<string, unknown>>();
  const unset = { emailNotifications: true, mutedMails: [] as string[], tipsDismissed: false, erased: false };
  for (const { type, data } of history) {
    const { userId, wanted, kind } = data as { userId: string; wanted: boolean; kind: string };
    const before = all.get(userId) ?? { id: userId, ...unset };
    if (before.erased === true) continue;
    if (['PhoneChanged', 'GenderChanged', 'BirthDateChanged'].includes(type)) all.set(userId, before);
    if (type === 'EmailNotificationsChanged') all.set(userId, { ...before, emailNotifications: wanted });
    if (type === 'MailKindChanged') {
      const others = (before.mutedMails as string[]).filter((each) => each !== kind);
      all.set(userId, { ...before, mutedMails: wanted ? others : [...others, kind] });
    }
    if (type === 'TipsDismissed') all.set(userId, { ...before, tipsDismissed: true });
    if (type === 'SubjectErased') all.set(userId, { id: userId, ...unset, erased: true });
  }
  return { documents: [...all].map(([key, doc]) => ({ collection: 'settings', key, doc })), whole: ['settings'] };
}

const own = { by: 'person', mayDoNothing: true } as const;
const day = fc.record({
  year: fc.integer({ min: 1970, max: 2021 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 31 }),
});

/** Settings: each user's own affair, seen by nobody else. */
export const settingsModel: NounModel = {
  noun: 'settings',
  rights: settingsRights,
  commands: {
    ChangePhone: commandModel({
      ...own,
      lawful: { phone: '+1 405 555 0134' },
      fields: fc.oneof(fc.constantFrom('405-555-0134', ' +44 20 7946 0958 ', '12'), texts),
      payload: ({ fields: phone }) => ({ data: { phone } }),
    }),
    ChangeGender: commandModel({
      ...own,
      lawful: { gender: 'other' },
      fields: fc.constantFrom('male', 'female', 'other'),
      payload: ({ fields: gender }) => ({ data: { gender } }),
    }),
    ChangeBirthDate: commandModel({
      ...own,
      lawful: { year: 2004, month: 2, day: 29 },
      fields: fc.oneof(fc.constantFrom({ year: 2004, month: 2, day: 29 }, { year: 1999, month: 12, day: 31 }), day),
      payload: ({ fields }) => ({ data: fields }),
    }),
    ChangeEmailNotifications: commandModel({
      ...own,
      lawful: { wanted: false },
      fields: fc.boolean(),
      payload: ({ fields: wanted }) => ({ data: { wanted } }),
    }),
    ChangeMailKind: commandModel({
      ...own,
      lawful: { kind: 'like', wanted: false },
      fields: fc.record({ kind: fc.constantFrom(...mailKinds), wanted: fc.boolean() }),
      payload: ({ fields }) => ({ data: fields }),
    }),
    DismissTips: commandModel({ ...own, lawful: {}, fields: fc.constant(null), payload: () => ({ data: {} }) }),
    Unsubscribe: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { userId: id('ada') },
      fields: fc.constant(null),
      payload: ({ userId }) => ({ data: { userId } }),
    }),
    UnsubscribeFrom: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { userId: id('ada'), kind: 'comment' },
      fields: fc.constantFrom(...mailKinds),
      payload: ({ userId, fields: kind }) => ({ data: { userId, kind } }),
    }),
  },
  rule: { category: 'settings', check },
  steps: {
    phone: ofStanding((log, userId, name) => log.add('PhoneChanged', { userId, phone: personal(canary(name)) })),
    gender: ofStanding((log, userId) => log.add('GenderChanged', { userId, gender: personal('other') })),
    birthDate: ofStanding((log, userId, _name, what) =>
      log.add('BirthDateChanged', { userId, birthDate: personal({ year: 2000 + (what % 5), month: 2, day: 3 }) }),
    ),
    // One step for both kinds of switches, to leave room for others.
    mails: ofStanding((log, userId, _name, what) =>
      what % 4 < 2
        ? log.add('EmailNotificationsChanged', { userId, wanted: what % 2 === 0 })
        : log.add('MailKindChanged', { userId, kind: mailKinds[what % mailKinds.length], wanted: what % 3 === 0 }),
    ),
    tips: ofStanding((log, userId) => log.add('TipsDismissed', { userId })),
  },
  documents,
  access: { settings: ({ viewer, key }) => key === viewer.userId },
  answers: settingsAnswers,
  topics: () => [],
  acts: {
    // Few values, so that changes back to an earlier one occur.
    phone: { often: 1, command: ({ draw }) => ({ type: 'ChangePhone', data: { phone: `+1 405 555 013${draw(3)}` } }) },
    mails: {
      often: 1,
      command: ({ draw }) => ({ type: 'ChangeEmailNotifications', data: { wanted: draw(2) === 0 } }),
    },
    mailKind: {
      often: 1,
      command: ({ draw }) => ({
        type: 'ChangeMailKind',
        data: { kind: mailKinds[draw(mailKinds.length)], wanted: draw(2) === 0 },
      }),
    },
  },
};
