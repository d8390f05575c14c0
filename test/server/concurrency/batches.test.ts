import { describe, expect, it } from '@jest/globals';
import { mapInBatches } from '#server/concurrency/batches.ts';

describe('mapping in stretches', () => {
  it('maps everything in order and lets others in between stretches', async () => {
    const seen: (number | string)[] = [];
    const mapping = mapInBatches([1, 2, 3, 4, 5], 2, (n) => {
      seen.push(n);
      return n * 10;
    });
    setImmediate(() => seen.push('other'));
    expect(await mapping).toEqual([10, 20, 30, 40, 50]);
    expect(seen).toEqual([1, 2, expect.anything(), expect.anything(), expect.anything(), 5]);
    expect(seen.slice(2, 5)).toContain('other');
  });

  it('does a short list at once', async () => {
    let calls = 0;
    const mapping = mapInBatches([1, 2], 2, () => {
      calls += 1;
      return calls;
    });
    expect(calls).toBe(2);
    expect(await mapping).toEqual([1, 2]);
  });
});
