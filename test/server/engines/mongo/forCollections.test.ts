import { expect, it } from '@jest/globals';
import { forCollections } from '#server/engines/mongo/forCollections.ts';

const NAMES = Array.from({ length: 30 }, (_, index) => `collection ${index}`);
const later = () => new Promise<void>((resolve) => void setImmediate(resolve));

it('prepares every collection, a few at a time', async () => {
  const prepared: string[] = [];
  let underWay = 0;
  let most = 0;
  await forCollections(NAMES, async (name) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await later();
    underWay -= 1;
    prepared.push(name);
  });
  expect(prepared.sort()).toEqual(NAMES.toSorted());
  expect(most).toBe(8);
});

it('begins nothing more after a failure, and fails when nothing is under way any more', async () => {
  const begun: string[] = [];
  let underWay = 0;
  const preparing = forCollections(NAMES, async (name) => {
    begun.push(name);
    underWay += 1;
    await later();
    underWay -= 1;
    if (name === 'collection 2') throw new Error('The server is away.');
  });
  await expect(preparing).rejects.toThrow('The server is away.');
  expect(underWay).toBe(0);
  expect(begun.length).toBeLessThan(NAMES.length);
});
