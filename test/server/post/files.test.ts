import { expect, it } from '@jest/globals';
import { postDecider } from '#domain/post/decider.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { postFiles } from '#server/post/files.ts';
import { profileFiles } from '#server/user/files.ts';
import { creation, deletion, id, instant, topLevel } from '#test/projections/support/events.ts';

const DESK = topLevel('desk', 'ada');
const [ada, bob] = [id('ada'), id('bob')];

it('[P8] pictures are taken for a post that nobody has written yet, then for its author alone, and for none that is deleted', () => {
  const created = { type: 'PostCreated', data: { ...creation(DESK), ancestors: [] } } as PostEvent;
  const deleted = { type: 'PostDeleted', data: { ...deletion(DESK), ancestors: [] } } as PostEvent;
  const after = (...events: readonly PostEvent[]) =>
    events.reduce((state, event) => postDecider.evolve(state, event, instant(1)), postDecider.initial);
  const refusals = (...events: readonly PostEvent[]) =>
    [ada, bob].map((userId) => postFiles.refusesUpload(after(...events), DESK.postId, userId));
  expect(refusals()).toEqual([null, null]);
  expect(refusals(created)).toEqual([null, 'NOT_YOUR_POST']);
  expect(refusals(created, deleted)).toEqual(['POST_DELETED', 'POST_DELETED']);
});

it('[P8] pictures are taken for nobody else’s profile', () => {
  expect([ada, bob].map((userId) => profileFiles.refusesUpload({}, ada, userId))).toEqual([null, 'NOT_ALLOWED']);
});
