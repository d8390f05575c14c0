import { expect, it } from '@jest/globals';
import { shownWithoutComments } from '#web/post/thread/shownWithoutComments.ts';

it('[COMM-03 in part] only a post whose count of comments is known to be none invites to the first one', () => {
  expect(shownWithoutComments('live', 0)).toBe('invitation');
  expect(shownWithoutComments('stale', 0)).toBe('invitation');
  expect(shownWithoutComments('live', 1)).toBe('nothing');
  expect(shownWithoutComments('stale', 1)).toBe('nothing');
  expect(shownWithoutComments('live', undefined)).toBe('nothing');
});

it.each(['loading', 'failed'] as const)(
  '[COMM-03 in part] nothing is said of comments of a thread that is %s',
  (status) => {
    expect(shownWithoutComments(status, 0)).toBe('waiting');
    expect(shownWithoutComments(status, 1)).toBe('waiting');
  },
);
