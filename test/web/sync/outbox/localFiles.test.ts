import { expect, it } from '@jest/globals';
import { shallow } from 'zustand/shallow';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import { localFilesIn } from '#web/sync/outbox/localFiles.ts';

const file = new Blob(['a photo']);
const sending = (progress: number) =>
  [{ uploads: [{ name: 'lamp.webp', file, progress }] }] as unknown as OutboxEntry[];

it('the files of a post on its way are the same however far they are: a photo in full size is not drawn anew at each step', () => {
  const names = ['stored.webp', 'lamp.webp'];
  expect(localFilesIn(sending(0.1), names)).toEqual([null, file]);
  expect(shallow(localFilesIn(sending(0.1), names), localFilesIn(sending(0.2), names))).toBe(true);
  expect(localFilesIn([], names)).toEqual([null, null]);
});
