import { expect, it } from '@jest/globals';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createTries, type TryWindow } from '#server/fairness/tries.ts';

const AT = new Date('2026-03-02T12:00:00.000Z');
const WINDOW: TryWindow = { name: 'code', value: 'ada', max: 5, windowMs: 60_000 };

it('compares no more guesses that come at once than a window has room for', async () => {
  const tries = createTries(createMemoryVault().attempts, new Uint8Array(32), () => AT);
  let compared = 0;
  const wrong = async () => {
    compared += 1;
    return false;
  };
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => tries.attempt([WINDOW], wrong)));
  expect(compared).toBe(WINDOW.max);
  expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(20 - WINDOW.max);
});
