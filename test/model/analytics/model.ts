import fc from 'fast-check';
import type { AnalyticsEvent } from '#domain/analytics/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '#test/projections/support/events.ts';
import {
  type Asked,
  commandModel,
  type Happened,
  type History,
  isHouse,
  must,
  mustAcross,
  type NaiveDocument,
  type NaiveDocuments,
  type NounModel,
  type Unlawful,
} from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { moderatorOf, someone, userLedger } from '../user/parts.ts';
import { analyticsRights } from './rights.ts';

/** Accounts that do not count. */
const internal: Part<Set<string>> = { begin: () => new Set() };
/** Log-ins that have been counted. */
const logins: Part<Set<string>> = { begin: () => new Set() };
/** The site that counts nothing (Q69). */
const UNCOUNTED = 'campus';

const somebody = ({ world, pick2 }: Asked) =>
  world.ids('user')[pick2 % (world.ids('user').length || 1)] ?? id('nobody');

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as AnalyticsEvent;
  const optedOut = ledgers.of(internal);
  const { moderators, erased } = ledgers.of(userLedger);
  if (event.type === 'LoginCounted') {
    yield* checkLogin(event.data, actor, ledgers);
    return;
  }
  const { userId, by } = event.data;
  const isOut = event.type === 'AnalyticsOptedOut';
  yield must(optedOut.has(userId) !== isOut, `${event.type} of ${userId} changes nothing`);
  yield must(actor === by, `${actor} chooses in the name of ${by}`);
  yield mustAcross(moderators.has(by), `${event.type} of ${userId} by ${by}, no moderator`);
  yield mustAcross(!erased.has(userId), `${event.type} of ${userId}, who is erased`);
  if (isOut) optedOut.add(userId);
  else optedOut.delete(userId);
}

function* checkLogin(
  { loginId, userId, campus }: { readonly loginId: string; readonly userId: string; readonly campus: string },
  actor: string,
  ledgers: Parts,
): Iterable<Unlawful | null> {
  const counted = ledgers.of(logins);
  yield must(isHouse(actor), `${actor} counts a log-in`);
  yield must(!counted.has(loginId), `${loginId} is counted twice`);
  yield must(campus !== UNCOUNTED, `${loginId} is counted on ${campus}`);
  yield mustAcross(!ledgers.of(internal).has(userId), `${loginId} is of an internal account`);
  yield mustAcross(!ledgers.of(userLedger).erased.has(userId), `${loginId} is of somebody who is erased`);
  counted.add(loginId);
}

/** Somebody logs in. */
function logIn({ log, parts }: Pick<History, 'log' | 'parts'>, who: number): void {
  const person = someone(parts, who);
  const userId = id(person.name);
  if (person.erased || parts.of(internal).has(userId)) return;
  log.add('LoginCounted', { loginId: id(`login ${log.events.length}`), userId, campus: 'ou' });
}

/** Somebody logs in; then the account becomes internal, or no longer is. */
function choose({ log, parts }: History, who: number, what: number): void {
  logIn({ log, parts }, who);
  const person = someone(parts, who);
  if (person.erased) return;
  const optedOut = parts.of(internal);
  const userId = id(person.name);
  const by = id(someone(parts, what).name);
  log.add(optedOut.has(userId) ? 'AnalyticsOptedIn' : 'AnalyticsOptedOut', { userId, by });
  if (!optedOut.delete(userId)) optedOut.add(userId);
}

interface Use {
  registrations: number;
  posts: number;
  logins: number;
}

/** Who is internal, and what all others have done, day by day. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const optedOut = new Map<string, string>();
  const uses = new Map<string, Use>();
  const countsOf = ({ meta, data }: RecordedEvent): Use => {
    const key = `${meta.at.split('T')[0]}_${(data as { readonly campus: string }).campus}`;
    const found = uses.get(key) ?? { registrations: 0, posts: 0, logins: 0 };
    uses.set(key, found);
    return found;
  };
  for (const event of history) {
    const { userId, by, author, kind, parent } = event.data as Readonly<Record<string, string>>;
    if (event.type === 'AnalyticsOptedOut') optedOut.set(userId ?? '', by ?? '');
    if (event.type === 'AnalyticsOptedIn' || event.type === 'SubjectErased') optedOut.delete(userId ?? '');
    if ((event.data as { readonly campus?: string }).campus === UNCOUNTED) continue;
    if (event.type === 'LoginCounted') countsOf(event).logins += 1;
    if (event.type === 'UserRegistered') countsOf(event).registrations += 1;
    const isPost = event.type === 'PostCreated' && kind === 'post' && parent === null;
    if (isPost && !optedOut.has(author ?? '')) countsOf(event).posts += 1;
  }
  return {
    documents: [
      ...[...optedOut].map(([key, by]): NaiveDocument => ({ collection: 'optOuts', key, doc: { id: key, by } })),
      ...[...uses].map(([key, use]): NaiveDocument => ({ collection: 'productUse', key, doc: { id: key, ...use } })),
    ],
    whole: ['optOuts', 'productUse'],
  };
}

const choice = () =>
  commandModel({
    by: 'person',
    owner: moderatorOf,
    lawful: { userId: id('bob') },
    mayDoNothing: true,
    fields: fc.constant(null),
    payload: (ask) => ({ data: { userId: somebody(ask) } }),
  });

const counting = commandModel({
  by: 'house',
  mayDoNothing: true,
  lawful: { userId: id('bob'), campus: 'ou' },
  fields: fc.constantFrom('ou', 'ou', 'ut', UNCOUNTED),
  payload: (ask) => ({ data: { userId: somebody(ask), campus: ask.fields } }),
});

/** The statistics: moderators alone say who does not count. */
export const analyticsModel: NounModel = {
  noun: 'analytics',
  rights: analyticsRights,
  commands: { OptOutOfAnalytics: choice(), OptIntoAnalytics: choice(), CountLogin: counting },
  rule: { category: 'analytics', check },
  steps: { analytics: { often: 1, act: choose } },
  documents,
  access: { optOuts: ({ viewer }) => viewer.isModerator, productUse: ({ viewer }) => viewer.isModerator },
  topics: () => [[1, topicName.productUse('all')]],
  acts: {},
};
