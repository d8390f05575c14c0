import { expect, it } from '@jest/globals';
import type { DocumentRef } from '#projections/kernel/collection.ts';
import { createSharedGet } from '#server/impression/sharedGet.ts';

const ref = (key: string): DocumentRef => ({ collection: 'sponsored', key });

function sharing(answer: (key: string) => unknown) {
  const asked: (readonly string[])[] = [];
  const timers: (() => void)[] = [];
  const get = createSharedGet({
    get: async (refs) => {
      asked.push(refs.map(({ key }) => key));
      return refs.map((each) => ({ ...each, position: '1', doc: answer(each.key) }));
    },
    timer: {
      after(_ms, then) {
        timers.push(then);
        return () => undefined;
      },
    },
    waitMs: 20,
  });
  return { get, asked, tick: () => timers.splice(0).map((then) => then()) };
}

it('what many ask for in a moment is read once, and each gets their own, in their order', async () => {
  const { get, asked, tick } = sharing((key) => `doc of ${key}`);
  const all = [get([ref('a'), ref('b')]), get([ref('c'), ref('a')]), get([])];
  tick();
  expect((await Promise.all(all)).map((found) => found.map(({ doc }) => doc))).toEqual([
    ['doc of a', 'doc of b'],
    ['doc of c', 'doc of a'],
    [],
  ]);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

it('a question that has grown large takes no more, and the next one begins', async () => {
  const { get, asked, tick } = sharing((key) => key);
  const many = Array.from({ length: 2_000 }, (_, n) => ref(`ad ${n}`));
  const all = [get(many), get([ref('late')])];
  tick();
  expect((await Promise.all(all)).map(({ length }) => length)).toEqual([2_000, 1]);
  expect(asked.map(({ length }) => length)).toEqual([2_000, 1]);
});

it('who asks later is not answered by what was read before', async () => {
  let version = 0;
  const { get, tick } = sharing(() => version);
  const first = get([ref('a')]);
  tick();
  await first;
  version = 1;
  const second = get([ref('a')]);
  tick();
  expect((await second)[0]?.doc).toBe(1);
});

it('a read that fails fails for those who waited for it alone', async () => {
  let isDown = true;
  const { get, tick } = sharing((key) => {
    if (isDown) throw new Error('The read models are away.');
    return key;
  });
  const both = [get([ref('a')]), get([ref('b')])];
  tick();
  for (const each of both) await expect(each).rejects.toThrow('away');
  isDown = false;
  const next = get([ref('a')]);
  tick();
  expect(await next).toHaveLength(1);
});
