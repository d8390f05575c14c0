import { beforeEach, describe, expect, it } from '@jest/globals';
import { createSharedTurns, type SharedTurns } from '#server/fairness/sharedTurns.ts';

let turns: SharedTurns;
/** Things that have begun, with what ends each. */
let begun: { readonly what: string; readonly end: () => void }[];

beforeEach(() => {
  turns = createSharedTurns(2);
  begun = [];
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
async function want(...whats: readonly string[]): Promise<void> {
  for (const what of whats) void turns.begin('eve', what).then((end) => begun.push({ what, end }));
  await settled();
}
async function endFirst(): Promise<void> {
  begun.shift()?.end();
  await settled();
}
const running = () => begun.map(({ what }) => what);

describe('turns of a client', () => {
  it('come for two different things at a time, in the order of asking, and others do not wait for them', async () => {
    await want('a', 'b', 'c', 'd');
    expect(running()).toEqual(['a', 'b']);
    (await turns.begin('ada', 'a'))();
    await endFirst();
    expect(running()).toEqual(['b', 'c']);
    await endFirst();
    expect(running()).toEqual(['c', 'd']);
  });

  it('are shared by those who want the same, under way or waiting', async () => {
    await want('a', 'a', 'b', 'a', 'c', 'd', 'c');
    expect(running()).toEqual(['a', 'a', 'b', 'a']);
    for (let n = 0; n < 2; n += 1) await endFirst();
    expect(running()).toEqual(['b', 'a']);
    await endFirst();
    expect(running()).toEqual(['a', 'c', 'c']);
  });

  it('come also when one thing is wanted again and again', async () => {
    await want('a', 'b', 'c');
    await want('a', 'b');
    expect(running()).toEqual(['a', 'b']);
    await endFirst();
    expect(running()).toEqual(['b', 'c']);
    await endFirst();
    expect(running()).toEqual(['c', 'a']);
    for (let n = 0; n < 3; n += 1) await endFirst();
    expect(running()).toEqual([]);
    await want('z');
    expect(running()).toEqual(['z']);
  });
});
