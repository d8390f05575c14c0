import { expect, it } from '@jest/globals';
import { inTurn } from '#web/kit/inTurn.ts';

it('begins an action when all before it have ended, also when one of them failed', async () => {
  const run = inTurn();
  const said: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<string>();
  const all = [
    run(async () => {
      said.push('first');
      await first.promise;
    }),
    run(() => {
      said.push('second');
      return second.promise;
    }),
    run(async () => said.push('third')),
  ] as const;
  await Promise.resolve();
  expect(said).toEqual(['first']);
  first.reject(new Error('away'));
  await expect(all[0]).rejects.toThrow('away');
  await Promise.resolve();
  expect(said).toEqual(['first', 'second']);
  second.resolve('an answer');
  expect(await all[1]).toBe('an answer');
  await all[2];
  expect(said).toEqual(['first', 'second', 'third']);
});
