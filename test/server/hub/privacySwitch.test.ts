import { describe, expect, it } from '@jest/globals';
import type { Revoked, Rows } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { below, creation, id, registration, saving, topLevel, verification } from '#test/projections/support/events.ts';
import { type Guest, guest, type HubRig, hubRig, subscribeTo } from './hubRig.ts';

const DESK = topLevel('desk', 'dan', { campus: 'ut' });
const QUESTION = below(DESK, 'question', 'eve');
/** A campus becomes private, or public. */
const privacy = (is: 'private' | 'public') => ['CampusPrivacyChanged', { campus: 'ut', privacy: is }] as const;

/** Everything of the campus that one can follow. */
const TOPICS = [
  topicName.feed('ut'),
  topicName.wall('ut', id('dan')),
  topicName.wallPhotos('ut', id('dan')),
  topicName.wallReplies('ut', id('eve')),
  topicName.likes('ut', id('dan')),
  topicName.campus('ut'),
  topicName.post(DESK.postId),
  topicName.latest(DESK.postId),
  topicName.replies(DESK.postId, QUESTION.postId),
  topicName.person(id('dan')),
];
const READERS = { member: 'eve', 'member of another campus': 'bob', 'without a school': 'cyd', visitor: null } as const;

/** Dan and Eve of UT, Bob of OU, Cyd of no school; all of them and a visitor follow everything of UT. */
async function everybodyReads() {
  const rig = await hubRig();
  for (const [name, campus] of [
    ['dan', 'ut'],
    ['eve', 'ut'],
    ['bob', 'ou'],
  ] as const) {
    rig.log.add('UserRegistered', registration(name, campus));
    rig.log.add('SchoolVerified', verification(name, campus));
  }
  rig.log.add('UserRegistered', registration('cyd', 'ou'));
  rig.log.add('PostCreated', creation(DESK));
  rig.log.add('PostCreated', creation(QUESTION));
  rig.log.add('PostSaved', saving(DESK, 'bob'));
  await rig.publish();
  const readers = Object.entries(READERS).map(([role, name]) => [role, join(rig, name)] as const);
  return { ...rig, readers: Object.fromEntries(await Promise.all(readers.map(async ([role, r]) => [role, await r]))) };
}

async function join(rig: HubRig, name: string | null): Promise<Guest> {
  const reader = guest(rig.hub, name === null ? null : id(name));
  for (const topic of [
    ...TOPICS,
    topicName.community('ut'),
    ...(name === 'bob' ? [topicName.saved('ut', id('bob'))] : []),
  ])
    expect([name, topic, await reader.peer.receive('subscribe', subscribeTo(topic))]).toMatchObject([
      name,
      topic,
      { ok: true },
    ]);
  return reader;
}

const rowsSince = ({ sent }: Guest, from: number) => sent<Rows>('rows').slice(from);

describe('a campus that becomes private under its readers', () => {
  it.each(Object.keys(READERS).filter((role) => role !== 'member'))(
    '[CAMP-07 in part] [CAMP-08] [P8] %s: leaves every topic of it at once, and joins none',
    async (role) => {
      const { log, publish, readers } = await everybodyReads();
      const reader = readers[role] as Guest;
      const before = reader.sent('rows').length;
      log.add(...privacy('private'));
      log.add('PostCreated', creation(topLevel('lamp', 'dan', { campus: 'ut' })));
      await publish();
      const left = reader.sent<Revoked>('revoked').map(({ topic }) => topic);
      expect(left.sort()).toEqual(
        [...TOPICS, ...(role.includes('another') ? [topicName.saved('ut', id('bob'))] : [])].sort(),
      );
      // That it is private is everybody's to know, and all that they get.
      const sent = rowsSince(reader, before).flatMap(({ documents, refs }) => [...documents, ...refs]);
      expect(sent.map(({ collection, key }) => `${collection} ${key}`)).toEqual(['communities ut']);
      for (const topic of TOPICS)
        expect(await reader.peer.receive('subscribe', subscribeTo(topic))).toMatchObject({ ok: false });
    },
  );

  it('[CAMP-08] [P8] its members go on', async () => {
    const { log, publish, readers } = await everybodyReads();
    log.add(...privacy('private'));
    log.add('PostCreated', creation(topLevel('lamp', 'dan', { campus: 'ut' })));
    await publish();
    const member = readers.member as Guest;
    expect(member.sent('revoked')).toEqual([]);
    expect(JSON.stringify(member.sent('rows'))).toContain(id('lamp'));
  });

  it('[CAMP-07 in part] [P8] and opens again: everybody may join', async () => {
    const rig = await everybodyReads();
    rig.log.add(...privacy('private'));
    await rig.publish();
    rig.log.add(...privacy('public'));
    await rig.publish();
    for (const name of Object.values(READERS)) await join(rig, name);
  });

  it('[P8] a join that was under way while it closed is refused', async () => {
    const { log, store, publish, hub } = await everybodyReads();
    const { query } = store;
    // The feed is being read when the campus closes.
    store.query = async (...asked) => {
      store.query = query;
      log.add(...privacy('private'));
      await publish();
      return query.apply(store, asked);
    };
    const late = guest(hub, id('bob'));
    expect(await late.peer.receive('subscribe', subscribeTo(topicName.feed('ut')))).toMatchObject({
      refusal: { code: 'TOPIC_FORBIDDEN' },
    });
  });
});
