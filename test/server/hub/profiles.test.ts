import { describe, expect, it } from '@jest/globals';
import { personal } from '#domain/kernel/personal.ts';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { START } from '#projections/sync/position.ts';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import {
  below,
  creation,
  deletion,
  id,
  registration,
  saving,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

const lamp = topLevel('lamp', 'ada');

async function withLamp() {
  const rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(lamp));
  await rig.publish();
  return rig;
}

describe('what the hub sends of people', () => {
  it('[DATA-12] [PROF-24 in part] a new name or picture is one event and one document, wherever the person is shown: posts, comments, likes, notifications, conversations, messages', async () => {
    const { hub, log, publish } = await withLamp();
    const [ada, bob, chatId, messageId] = [id('ada'), id('bob'), id('chat'), id('message')];
    log.add('UserRegistered', registration('bob'));
    const desk = topLevel('desk', 'bob');
    log.add('PostCreated', creation(desk));
    log.add('PostCreated', creation(below(lamp, 'nice', 'bob')));
    log.add('PostSaved', saving(lamp, 'bob'));
    log.add('ChatStarted', { chatId, round: 1, starter: bob, partner: ada });
    log.add('MessageSent', {
      ...{ messageId, chatId, round: 1, author: bob, recipient: ada },
      ...{ text: personal('Hello'), media: personal([]), hasMedia: false, post: null },
    });
    await publish();
    const topics = [
      ...[
        topicName.feed('ou'),
        topicName.post(desk.postId),
        topicName.post(lamp.postId),
        topicName.latest(lamp.postId),
      ],
      ...[topicName.wall('ou', bob), topicName.person(bob), topicName.likedBy(lamp.postId)],
      ...[topicName.notifications('ou', ada), topicName.conversations(ada)],
      // Messages have the names of their conversation.
      topicName.chat(chatId),
    ];
    const readers = topics.map((topic) => [topic, guest(hub, ada)] as const);
    for (const [topic, { peer }] of readers) {
      const answer = (await peer.receive('subscribe', subscribeTo(topic))) as TopicAnswer;
      expect([topic, answer]).toMatchObject([topic, { ok: true }]);
    }
    const picture = { name: 'face.webp', kind: 'image', width: 40, height: 40 };
    for (const [type, data, doc] of [
      ['NameChanged', { userId: bob, firstName: 'Bobby', lastName: 'N.' }, { firstName: 'Bobby' }],
      ['ProfilePictureChanged', { userId: bob, picture }, { picture }],
    ] as const) {
      const before = readers.map(([, { packets }]) => packets.length);
      log.add(type, data);
      await publish();
      for (const [index, [topic, { packets }]] of readers.entries()) {
        const news = packets.slice(before[index]).map(({ payload }) => payload as Rows);
        const rows = news.flatMap(({ documents, refs }) => [...documents, ...refs]);
        expect([topic, rows]).toMatchObject([topic, [{ collection: 'people', key: bob, doc }]]);
      }
    }
  });

  it('[DATA-12 in part] [NOTF-08 in part] old notifications follow who did it, also where nothing else in the list names that person', async () => {
    const { hub, log, publish } = await withLamp();
    const [ada, bob, cyd] = [id('ada'), id('bob'), id('cyd')];
    for (const name of ['bob', 'cyd']) log.add('UserRegistered', registration(name));
    log.add('PostSaved', saving(lamp, 'bob'));
    log.add('ChatStarted', { chatId: id('chat'), round: 1, starter: cyd, partner: ada });
    await publish();
    for (const [list, actor] of [
      ['ou', bob],
      [TALK_LIST, cyd],
    ] as const) {
      const { peer, packets } = guest(hub, ada);
      const answer = (await peer.receive('subscribe', subscribeTo(topicName.notifications(list, ada)))) as TopicAnswer;
      expect([list, answer]).toMatchObject([list, { ok: true }]);
      expect([list, JSON.stringify(answer).includes(actor)]).toEqual([list, true]);
      const before = packets.length;
      log.add('NameChanged', { userId: actor, firstName: 'Newly', lastName: 'N.' });
      await publish();
      const rows = packets.slice(before).flatMap(({ payload }) => {
        const { documents, refs } = payload as Rows;
        return [...documents, ...refs];
      });
      expect([list, rows]).toMatchObject([list, [{ collection: 'people', key: actor, doc: { firstName: 'Newly' } }]]);
    }
  });

  it('[P8] [CAMP-07 in part] an old public post of a member of a private campus brings no outsider their bio or year', async () => {
    const { hub, log, publish } = await withLamp();
    const [outsider, member] = [guest(hub), guest(hub, id('eve'))];
    const topics = [topicName.feed('ou'), topicName.post(lamp.postId), topicName.wall('ou', id('ada'))];
    const received: unknown[] = [];
    const ask = async (reader: typeof member, topic: string) => reader.peer.receive('subscribe', subscribeTo(topic));
    for (const topic of topics) received.push(await ask(outsider, topic));
    received.push(await ask(outsider, topicName.person(id('ada'))));
    log.add('UserRegistered', registration('eve', 'ut'));
    for (const name of ['ada', 'eve']) log.add('SchoolVerified', verification(name, 'ut'));
    log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    log.add('BioChanged', { userId: id('ada'), bio: personal('bio-canary') });
    log.add('GraduationYearChanged', { userId: id('ada'), year: personal(2_033) });
    await publish();
    // The card goes on to name its author.
    log.add('NameChanged', { userId: id('ada'), firstName: personal('Adele'), lastName: personal('Moved') });
    await publish();
    expect(await ask(outsider, topicName.person(id('ada')))).toMatchObject({ refusal: { code: 'TOPIC_FORBIDDEN' } });
    for (const topic of topics) received.push(await ask(guest(hub), topic));
    const refs = [{ collection: 'introductions', key: id('ada') }];
    received.push(await outsider.peer.receive('need', { refs, notBefore: START }), outsider.packets);
    expect(JSON.stringify(received)).toContain('Adele');
    expect(JSON.stringify(received)).not.toMatch(/bio-canary|2033/);
    expect(JSON.stringify(await ask(member, topicName.person(id('ada'))))).toMatch(/bio-canary.*2033/);
  });

  it('[P8] [CAMP-08] an old public post tells no outsider that its author is on a private campus now, since when, and how much they write there', async () => {
    const { hub, log, publish } = await withLamp();
    log.add('UserRegistered', registration('bob'));
    log.add('PostCreated', creation(below(lamp, 'nice', 'ada')));
    log.add('PostSaved', saving(lamp, 'ada'));
    await publish();
    const topics = [
      ...[topicName.feed('ou'), topicName.post(lamp.postId), topicName.wall('ou', id('ada'))],
      ...[topicName.likedBy(lamp.postId), topicName.latest(lamp.postId), topicName.campus('ou')],
      topicName.somePeople('ou', namesOf([id('ada'), id('bob')])),
    ];
    const outsider = guest(hub, id('bob'));
    const ask = async (reader: typeof outsider, topic: string) => reader.peer.receive('subscribe', subscribeTo(topic));
    for (const topic of topics) await ask(outsider, topic);
    const { length } = outsider.packets;
    log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    log.add('SchoolVerified', verification('ada', 'ut'));
    log.add('PostCreated', creation(topLevel('secret', 'ada', { campus: 'ut' })));
    await publish();
    const refs = ['homes', 'authorCounters', 'people'].map((collection) => ({ collection, key: id('ada') }));
    const received: unknown[] = [
      ...outsider.packets.slice(length),
      await outsider.peer.receive('need', { refs, notBefore: START }),
    ];
    for (const topic of [...topics, topicName.likes('ou', id('ada')), topicName.person(id('ada'))])
      received.push(await ask(guest(hub, id('bob')), topic));
    const documents = JSON.stringify(received);
    // The card goes on to name its author.
    expect(documents).toContain('"firstName":"ada"');
    expect(documents).not.toMatch(/"ut"|secret|memberOf":"|"posts":[2-9]/);
    expect(documents).not.toContain(`"id":"${id('ada')}","campus"`);
    const own = JSON.stringify(await ask(guest(hub, id('ada')), topicName.me(id('ada'))));
    expect(own).toContain('"memberOf":"ut"');
  });

  it('[PROF-03] sends the posts of a profile ten at a time, and says with the last ones that they are (Q21)', async () => {
    const { hub, log, publish } = await withLamp();
    const topic = topicName.wall('ou', id('ada'));
    const first = async (reader: ReturnType<typeof guest>) => {
      const answer = (await reader.peer.receive('subscribe', subscribeTo(topic))) as TopicAnswer;
      return { posts: answer.documents.filter(({ collection }) => collection === 'posts').length, floor: answer.floor };
    };
    for (let n = 2; n <= 10; n += 1) log.add('PostCreated', creation(topLevel(`lamp ${n}`, 'ada')));
    await publish();
    expect(await first(guest(hub))).toEqual({ posts: 10, floor: '' });
    log.add('PostCreated', creation(topLevel('lamp 11', 'ada')));
    await publish();
    const reader = guest(hub);
    const { posts, floor } = await first(reader);
    expect([posts, floor === '']).toEqual([10, false]);
    const { notBefore } = subscribeTo(topic) as { readonly notBefore: string };
    const next = (await reader.peer.receive('page', { topic, floor, notBefore })) as TopicAnswer;
    const rest = next.documents.filter(({ collection }) => collection === 'posts');
    expect([rest.map(({ key }) => key), next.floor]).toEqual([[lamp.postId], '']);
  });

  it('[P8] [SAVE-05 in part] [CAMP-18 in part] the likes of a post are for all who may see it, live, twenty at a time, and nobody’s once it is deleted', async () => {
    const { hub, log, publish } = await withLamp();
    const likedBy = topicName.likedBy(lamp.postId);
    const names = Array.from({ length: 21 }, (_, index) => `liker ${index}`);
    for (const name of names) log.add('UserRegistered', registration(name));
    for (const name of names) log.add('PostSaved', saving(lamp, name));
    log.add('PostCreated', creation(below(lamp, 'nice', 'bob')));
    log.add('PostCreated', creation(topLevel('secret', 'ada', { campus: 'ut' })));
    log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    await publish();
    const reader = guest(hub);
    const first = (await reader.peer.receive('subscribe', subscribeTo(likedBy))) as TopicAnswer;
    const keysOf = (collection: string, { documents }: TopicAnswer) =>
      documents.filter((each) => each.collection === collection).map(({ key }) => key);
    const newest = names.toReversed().map(id);
    expect(new Set(keysOf('saves', first))).toEqual(
      new Set(newest.slice(0, 20).map((user) => `${lamp.postId}-${user}`)),
    );
    // The people come with it in the same answer.
    expect(keysOf('people', first)).toEqual(expect.arrayContaining(newest.slice(0, 20)));
    const refusalOf = async (topic: string) =>
      ((await guest(hub).peer.receive('subscribe', subscribeTo(topic))) as { refusal?: { code: string } }).refusal
        ?.code;
    expect(await refusalOf(topicName.likedBy(id('secret')))).toBe('TOPIC_FORBIDDEN');
    expect(await refusalOf(topicName.likedBy(id('nice')))).toBe('POST_UNKNOWN');
    expect(await refusalOf(topicName.likedBy(id('nothing')))).toBe('POST_UNKNOWN');
    log.add('PostDeleted', deletion(lamp));
    await publish();
    expect(reader.sent<{ topic: string; refusal: { code: string } }>('revoked')).toMatchObject([
      { topic: likedBy, refusal: { code: 'POST_DELETED' } },
    ]);
    expect(await refusalOf(likedBy)).toBe('POST_DELETED');
  });

  it('[P8] [SAVE-10 in part] likes are for all who may see the campus, live, and nobody’s once the person is erased', async () => {
    const { hub, log, publish } = await withLamp();
    const reader = guest(hub);
    const likes = topicName.likes('ou', id('bob'));
    expect(await reader.peer.receive('subscribe', subscribeTo(likes))).toMatchObject({
      ok: false,
      refusal: { code: 'PERSON_UNKNOWN' },
    });
    log.add('UserRegistered', registration('bob'));
    await publish();
    expect(await reader.peer.receive('subscribe', subscribeTo(likes))).toMatchObject({ ok: true, documents: [] });
    // Their likes on a campus that has closed are for its members alone.
    log.add('CampusPrivacyChanged', { campus: 'ut', privacy: 'private' });
    await publish();
    expect(await guest(hub).peer.receive('subscribe', subscribeTo(topicName.likes('ut', id('bob'))))).toMatchObject({
      ok: false,
      refusal: { code: 'TOPIC_FORBIDDEN' },
    });
    const saves = () =>
      reader
        .sent<Rows>('rows')
        .flatMap(({ documents }) => documents)
        .filter(({ collection }) => collection === 'saves')
        .map(({ key, doc }) => [key, doc !== null]);
    log.add('PostSaved', saving(lamp, 'bob'));
    await publish();
    log.add('PostUnsaved', saving(lamp, 'bob'));
    await publish();
    expect(saves()).toEqual([
      [`${lamp.postId}-${id('bob')}`, true],
      [`${lamp.postId}-${id('bob')}`, false],
    ]);
    log.add('SubjectErased', { userId: id('bob'), campus: null });
    await publish();
    expect(await guest(hub).peer.receive('subscribe', subscribeTo(likes))).toMatchObject({
      ok: false,
      refusal: { code: 'PERSON_UNKNOWN' },
    });
  });
});
