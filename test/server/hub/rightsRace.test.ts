import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import type { Refused, Revoked, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { HandedOver } from '#server/hub/hub.ts';
import {
  below,
  creation,
  deletion,
  id,
  type LogBuilder,
  registration,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

const DESK = topLevel('desk', 'dan', { campus: 'ut' });
const LAMP = topLevel('lamp', 'dan', { campus: 'ut' });
const CARD = { url: 'https://shop.example/lamp', title: 'A lamp', site: 'The Shop', picture: null };
const postOf = (name: string, author: string) => creation(topLevel(name, author, { campus: 'ut' }));
const close = (log: LogBuilder) => log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });

/** An end of a right that a reader from another campus has had. */
interface Ending {
  readonly topic: string;
  readonly refusal: string;
  /** Type of the event that ends the right: the reader must not get anything newer. */
  readonly endedBy: string;
  /** Is published while the window is read. */
  readonly meanwhile?: (log: LogBuilder) => void;
  /** Is committed beside a read that joining takes. */
  readonly beside: (log: LogBuilder) => void;
  /** Comes when the reader was answered. */
  readonly later: (log: LogBuilder) => void;
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  'the campus becomes private': {
    topic: topicName.feed('ut'),
    refusal: 'TOPIC_FORBIDDEN',
    endedBy: 'CampusPrivacyChanged',
    beside: close,
    later: (log) => log.add('PostCreated', postOf('secret', 'dan')),
  },
  'the campus becomes private, and a post comes': {
    topic: topicName.feed('ut'),
    refusal: 'TOPIC_FORBIDDEN',
    endedBy: 'CampusPrivacyChanged',
    beside(log) {
      close(log);
      log.add('PostCreated', postOf('secret', 'dan'));
    },
    later: (log) => log.add('PostCreated', postOf('later secret', 'dan')),
  },
  'the campus becomes private, and a post that has just come gets the card of its link': {
    topic: topicName.feed('ut'),
    refusal: 'TOPIC_FORBIDDEN',
    endedBy: 'CampusPrivacyChanged',
    meanwhile: (log) => log.add('PostCreated', creation(LAMP)),
    beside(log) {
      close(log);
      log.add('LinkPreviewed', { postId: LAMP.postId, campus: 'ut', author: id('dan'), card: personal(CARD) });
    },
    later: (log) => log.add('PostCreated', postOf('secret', 'dan')),
  },
  'the post is deleted': {
    topic: topicName.latest(DESK.postId),
    refusal: 'POST_DELETED',
    endedBy: 'PostDeleted',
    beside: (log) => log.add('PostDeleted', deletion(DESK)),
    later: (log) => log.add('PostCreated', creation(below(DESK, 'secret', 'dan'))),
  },
  'the person moves to a campus, which becomes private later': {
    topic: topicName.person(id('cyd')),
    refusal: 'TOPIC_FORBIDDEN',
    endedBy: 'CampusPrivacyChanged',
    beside: (log) => log.add('SchoolVerified', verification('cyd', 'ut', 'ou')),
    later(log) {
      close(log);
      log.add('PostCreated', postOf('secret', 'cyd'));
    },
  },
};

/** When the hub publishes what was committed beside the read. */
const PUBLISHED = { 'at once': true, 'when the reader was answered': false } as const;

/** A read of the store. */
interface Moment {
  readonly read: number;
  readonly is: 'before' | 'after';
}

async function campusOfDan() {
  const rig = await hubRig();
  const campuses = { dan: 'ut', eve: 'ut', bob: 'ou', cyd: 'ou' };
  for (const [name, campus] of Object.entries(campuses)) rig.log.add('UserRegistered', registration(name, campus));
  rig.log.add('SchoolVerified', verification('bob', 'ou'));
  rig.log.add('PostCreated', creation(DESK));
  await rig.publish();
  return rig;
}

/**
 * Bob joins, and his right ends beside one of the reads that this takes.
 *
 * @returns documents that are newer than the end, and what Bob was refused or revoked; `null`: joining takes fewer reads
 */
async function joinedBeside(moment: Moment, { topic, endedBy, meanwhile, beside, later }: Ending, atOnce: boolean) {
  const { hub, store, log, commit, publish } = await campusOfDan();
  let committed: HandedOver | null = null;
  const act = async () => {
    beside(log);
    committed = await commit();
    if (atOnce) await hub.publish(committed);
  };
  const { feedEnd, get, query } = store;
  let reads = 0;
  const counted = <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      const isIt = reads === moment.read;
      reads += 1;
      if (isIt && moment.is === 'before') await act();
      const answer = await call.apply(store, args);
      if (isIt && moment.is === 'after') await act();
      return answer;
    };
  };
  const wrapped = { feedEnd: counted(feedEnd), get: counted(get), query: counted(query) };
  let isMeanwhileDone = meanwhile === undefined;
  const queryMeanwhile: typeof query = async (...asked) => {
    const answer = await wrapped.query(...asked);
    if (isMeanwhileDone) return answer;
    isMeanwhileDone = true;
    Object.assign(store, { feedEnd, get, query });
    meanwhile?.(log);
    await publish();
    Object.assign(store, wrapped, { query: queryMeanwhile });
    return answer;
  };
  Object.assign(store, wrapped, { query: queryMeanwhile });
  const reader = guest(hub, id('bob'));
  const joining = reader.peer.receive('subscribe', subscribeTo(topic));
  // All that the join can do without the commit is done by then: a refusal waits for it.
  await new Promise((resolve) => void setImmediate(resolve));
  Object.assign(store, { feedEnd, get, query });
  if (committed === null) return null;
  if (!atOnce) await hub.publish(committed);
  const answer = (await joining) as TopicAnswer | Refused;
  later(log);
  await publish();
  const end = log.events.find(({ type }) => type === endedBy)?.position ?? '';
  const received = [...(answer.ok ? [answer] : []), ...reader.sent<Rows>('rows')].flatMap(({ documents }) => documents);
  const newer = received.filter(({ position }) => position > end).map(({ collection, key }) => `${collection} ${key}`);
  const revoked = reader.sent<Revoked>('revoked').map(({ refusal }) => refusal.code);
  return { moment, newer, refusals: answer.ok ? revoked : [answer.refusal.code] };
}

describe.each(Object.entries(ENDINGS))('a reader who joins while a right ends: %s', (_name, ending) => {
  it.each(Object.entries(PUBLISHED))(
    '[P8] gets nothing that is newer than its end, and does not stay joined, whenever it ends (published %s)',
    async (_when, atOnce) => {
      for (let read = 0; ; read += 1) {
        const moments = (['before', 'after'] as const).map((is) => ({ read, is }));
        const joined = await Promise.all(moments.map((moment) => joinedBeside(moment, ending, atOnce)));
        if (joined.every((each) => each === null)) break;
        expect(joined).toEqual(moments.map((moment) => ({ moment, newer: [], refusals: [ending.refusal] })));
      }
    },
  );
});
