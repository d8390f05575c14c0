import { expect, it } from '@jest/globals';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { below, creation, deletion, id, registration, topLevel } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from './hubRig.ts';

const desk = topLevel('desk', 'ada');
const question = below(desk, 'question', 'bob');
const answer = below(question, 'answer', 'ada');
const REPLIES = topicName.wallReplies('ou', id('bob'));

/** Bob's comment on Ada's post, with a reply, read on Bob's profile by two; the post is deleted, the comments not yet. */
async function postDeleted() {
  const rig = await hubRig();
  for (const name of ['ada', 'bob']) rig.log.add('UserRegistered', registration(name));
  for (const place of [desk, question, answer]) rig.log.add('PostCreated', creation(place));
  await rig.publish();
  const [reader, away] = [guest(rig.hub), guest(rig.hub)];
  const { cursor } = (await away.peer.receive('subscribe', subscribeTo(REPLIES))) as TopicAnswer;
  away.peer.receive('unsubscribe', { topic: REPLIES });
  await reader.peer.receive('subscribe', subscribeTo(REPLIES));
  rig.log.add('PostDeleted', deletion(desk));
  await rig.publish();
  return { ...rig, reader, away, cursor };
}

it('[P8] a comment on a profile is gone with the post that it is about; nothing of it is sent until its own deletion', async () => {
  const { log, publish, reader } = await postDeleted();
  const gone = reader.sent<Rows>('rows').flatMap(({ documents }) => documents);
  expect(gone.filter(({ collection }) => collection === 'posts')).toEqual([
    expect.objectContaining({ collection: 'posts', key: desk.postId, doc: null }),
    expect.objectContaining({ collection: 'posts', key: question.postId, doc: null }),
  ]);
  // The last reply is ended first: the counters of the comment change.
  log.add('PostDeleted', deletion(answer, 'cascade'));
  // An edit that was under way.
  const edit = { text: creation(question, 'edited').text, media: creation(question).media, imageCount: 0 };
  log.add('PostEdited', { ...question, ...edit });
  await publish();
  log.add('PostDeleted', deletion(question, 'cascade'));
  await publish();
  expect(reader.sent<Rows>('rows').flatMap(({ documents }) => documents)).toEqual(gone);
});

it('[P8] [P5] who asks meanwhile gets nothing of it, and who comes back learns that it is gone', async () => {
  const { hub, away, cursor } = await postDeleted();
  const fresh = (await guest(hub).peer.receive('subscribe', subscribeTo(REPLIES))) as TopicAnswer;
  expect(fresh.documents).toEqual([]);
  const resumed = (await away.peer.receive(
    'subscribe',
    subscribeTo(REPLIES, { since: cursor, floor: '' }),
  )) as TopicAnswer;
  expect(resumed).toMatchObject({ fresh: false });
  expect(resumed.documents).toEqual([expect.objectContaining({ key: question.postId, doc: null })]);
});
