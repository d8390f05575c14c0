import { expect, it } from '@jest/globals';
import LongFirst from './sequencer.js';

type Suites = Parameters<LongFirst['sort']>[0];

const suite = (path: string, displayName: string) => ({
  path,
  context: {
    config: { displayName: { name: displayName }, cacheDirectory: '/none', id: displayName },
    hasteFS: { getSize: () => path.length },
  },
});

it('begins with what takes longest, and spreads the browser suites among the others, never last', async () => {
  const others = Array.from({ length: 40 }, (_, number) => suite(`/test/none/${number}.test.ts`, 'core'));
  const browsers = Array.from({ length: 4 }, (_, number) => suite(`/test/e2e/${number}.test.ts`, 'browser'));
  const long = suite('/test/house/addedNoun.test.ts', 'core');
  const sequencer = new LongFirst({ contexts: [], globalConfig: {} as never });
  const order = await sequencer.sort([...others, ...browsers, long] as unknown as Suites);
  expect(order).toHaveLength(45);
  expect(order[0]?.path).toBe(long.path);
  const places = order.flatMap(({ context }, place) => (context.config.displayName?.name === 'browser' ? [place] : []));
  expect(places).toEqual([1, 8, 15, 22]);
});
