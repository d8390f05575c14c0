import fc from 'fast-check';
import type { BanEvent } from '#domain/ban/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { Ban } from '#projections/ban/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { canary, id } from '#test/projections/support/events.ts';
import { drawFrom } from '../acts.ts';
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
import { isModeratorIn, moderatorOf, type Someone, someone, userLedger } from '../user/parts.ts';
import { banRights } from './rights.ts';
import { banStory } from './story.ts';

/** Banned people and addresses. */
const bannedLedger: Part<Set<string>> = { begin: () => new Set() };

/** The keyed hash of a person's only address. */
const hashOf = (name: string) => `${id(name).replaceAll('-', '')}${id(`${name} again`).replaceAll('-', '')}`;
const nothing = fc.constant(null);
const somebody = ({ world, pick2 }: Asked) =>
  world.ids('user')[pick2 % (world.ids('user').length || 1)] ?? id('nobody');

function* check({ event: happened, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const event = happened as BanEvent;
  const banned = ledgers.of(bannedLedger);
  const { moderators, erased } = ledgers.of(userLedger);
  const { userId } = event.data;
  switch (event.type) {
    case 'PersonBanned':
    case 'BanLifted': {
      const isBan = event.type === 'PersonBanned';
      yield must(banned.has(userId) !== isBan, `${event.type} of ${userId} changes nothing`);
      yield must(actor === event.data.by, `${actor} bans in the name of ${event.data.by}`);
      yield mustAcross(moderators.has(actor), `${event.type} of ${userId} by ${actor}, no moderator`);
      if (isBan) yield mustAcross(!moderators.has(userId) && !erased.has(userId), `${userId} can not be banned`);
      if (isBan) banned.add(userId);
      else banned.delete(userId);
      return;
    }
    case 'AddressBanned':
    case 'AddressFreed': {
      const { address } = event.data;
      const isBan = event.type === 'AddressBanned';
      yield must(isHouse(actor), `${event.type} by ${actor}`);
      // Two banned people may have had one address: each holds it for its own ban.
      const held = `${address} ${userId}`;
      yield must(banned.has(held) !== isBan, `${event.type} of ${address} for ${userId} changes nothing`);
      if (isBan) banned.add(held);
      else banned.delete(held);
      return;
    }
  }
}

/** A ban, or the lifting of one, of a person who is not erased. */
function ban({ log, parts }: History, who: number, what: number): void {
  const person: Someone = someone(parts, who);
  const banned = parts.of(bannedLedger);
  if (person.erased) return;
  const userId = id(person.name);
  const by = id(someone(parts, what).name);
  const address = hashOf(person.name);
  if (banned.delete(userId)) {
    log.add('BanLifted', { userId, by, reason: 'appeal' });
    log.add('AddressFreed', { userId, address });
    return;
  }
  banned.add(userId);
  const note = personal(canary(person.name));
  log.add('PersonBanned', {
    userId,
    by,
    reason: 'scam',
    note,
    about: what % 2 === 0 ? userId : id(`thing ${what}`),
    addresses: [address],
  });
  log.add('AddressBanned', { userId, address });
}

/** The last ban of each person. */
function documents(history: readonly RecordedEvent[]): NaiveDocuments {
  const last = new Map<string, { readonly status: string; readonly by: string }>();
  for (const { type, data } of history) {
    const { userId, by } = data as { readonly userId: string; readonly by: string };
    if (type === 'PersonBanned') last.set(userId, { status: 'standing', by });
    if (type === 'BanLifted') last.set(userId, { status: 'lifted', by: last.get(userId)?.by ?? '' });
  }
  return {
    documents: [...last].map(([key, doc]): NaiveDocument => ({ collection: 'bans', key, doc: { id: key, ...doc } })),
    whole: ['bans'],
  };
}

const aboutAddress = () =>
  commandModel({
    by: 'house',
    lawful: { userId: id('ada'), address: hashOf('ada') },
    mayDoNothing: true,
    fields: nothing,
    payload: (ask) => ({ data: { userId: somebody(ask), address: hashOf(somebody(ask)) } }),
  });

/** Bans: the affair of moderators alone. */
export const banModel: NounModel = {
  noun: 'ban',
  rights: banRights,
  commands: {
    BanPerson: commandModel({
      by: 'person',
      owner: moderatorOf,
      lawful: { userId: id('bob'), reason: 'scam', note: 'Sells what is not there.', about: id('desk') },
      mayDoNothing: true,
      fields: fc.constantFrom('spam', 'scam', 'other'),
      payload: (ask) => ({
        data: { userId: somebody(ask), reason: ask.fields, note: 'Seen twice.', about: somebody(ask) },
      }),
    }),
    LiftBan: commandModel({
      by: 'person',
      owner: moderatorOf,
      lawful: { userId: id('bob'), reason: 'appeal' },
      mayDoNothing: true,
      fields: nothing,
      payload(ask) {
        const banned = ask.world.ids('ban').filter((userId) => ask.world.ids('user').includes(userId));
        return { data: { userId: banned[ask.pick2 % (banned.length || 1)] ?? somebody(ask), reason: 'mistake' } };
      },
    }),
    BanAddress: aboutAddress(),
    FreeAddress: aboutAddress(),
  },
  rule: { category: 'ban', check },
  barred: ({ event, actor }, ledgers) =>
    ledgers.of(bannedLedger).has(actor) ? `${event.type} by ${actor}, who is banned` : null,
  steps: { ban: { often: 1, act: ban } },
  documents,
  access: { bans: ({ viewer }) => viewer.isModerator },
  topics: () => [[1, topicName.bans('standing')]],
  acts: {
    ban: {
      often: 1,
      command(known) {
        const userId = drawFrom(
          known,
          known.people.filter((each) => each !== known.me),
        );
        if (userId === undefined || !isModeratorIn(known)) return null;
        return { type: 'BanPerson', data: { userId, reason: 'scam', note: 'Seen twice.', about: userId } };
      },
    },
    lift: {
      often: 1,
      command(known) {
        const banned = known.all<Ban>('bans').filter(({ doc }) => doc?.status === 'standing');
        const userId = drawFrom(known, banned)?.key;
        return userId === undefined || !isModeratorIn(known)
          ? null
          : { type: 'LiftBan', data: { userId, reason: 'appeal' } };
      },
    },
  },
  story: banStory,
};
