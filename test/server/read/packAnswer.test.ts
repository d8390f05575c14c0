import { inflateRawSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { packAnswer } from '#server/read/packAnswer.ts';
import { below, creation, id, registration, saving, topLevel } from '#test/projections/support/events.ts';
import { guest, hubRig, subscribeTo } from '../hub/hubRig.ts';

const COMMENTS = 2_000;
const DESK = topLevel('desk', 'ada');
/** Bytes that a line of 1 Mbit/s carries in five seconds. */
const FIVE_SECONDS_BYTES = (1_000_000 / 8) * 5;
const WORDS = 'the lamp is still here if anybody wants it, pick up on campus corner after five, cash only please'.split(
  ' ',
);

/** Text that repeats itself as people do. */
const line = (each: number) =>
  Array.from({ length: 20 }, (_, n) => WORDS[(each * 31 + n * n * 7) % WORDS.length]).join(' ');

async function threadOf(userId: string | null): Promise<TopicAnswer> {
  const { hub, log, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(DESK));
  log.add('PostSaved', saving(DESK, 'ada'));
  for (let each = 0; each < COMMENTS; each += 1) {
    log.add('PostCreated', creation(below(DESK, `comment ${each}`, 'ada'), line(each)));
  }
  await publish();
  return (await guest(hub, userId).peer.receive('subscribe', subscribeTo(topicName.post(DESK.postId)))) as TopicAnswer;
}

it('[P5] a large answer is packed, whole, and small enough for a slow line', async () => {
  const answer = await threadOf(null);
  const { packed, ...frame } = packAnswer(answer, null) as TopicAnswer & { packed: Buffer };
  expect(JSON.parse(inflateRawSync(packed).toString())).toEqual(answer.documents);
  expect(frame).toEqual({ ...answer, documents: [] });
  expect(packed.length).toBeLessThan(FIVE_SECONDS_BYTES);
  expect(packed.length).toBeLessThan(JSON.stringify(answer).length / 4);
});

it('an answer that all visitors share is packed once', async () => {
  const answer = await threadOf(null);
  const packed = (each: TopicAnswer) => (packAnswer(each, null) as { readonly packed: Buffer }).packed;
  expect(packed({ ...answer })).toBe(packed({ ...answer }));
});

it('[P9] what is the viewer’s own is packed with nothing', async () => {
  const answer = await threadOf(id('ada'));
  const own = answer.documents.filter(({ collection }) => collection === 'saves');
  expect(own.length).toBe(1);
  expect(packAnswer(answer, id('ada'))).toMatchObject({ documents: own });
});

it('a small answer, a refusal and other answers are left as they are', async () => {
  const answer = await threadOf(null);
  const small = { ...answer, documents: answer.documents.slice(0, 3) };
  for (const each of [small, { ok: true, position: null }, { ok: false }, null])
    expect(packAnswer(each, null)).toBe(each);
});
