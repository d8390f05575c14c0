import { describe, expect, it } from '@jest/globals';
import { createDealer, DEAL_AGAIN_MS } from '#web/ad/dealer.ts';
import { inTurn } from '#web/ad/slotChoice.ts';

/** A dealer whose server answers what the test says. */
function dealing(answers: readonly (readonly string[] | Error)[]) {
  const asked: (readonly [place: number | null, from: number])[] = [];
  const warned: unknown[] = [];
  const clock = { now: 0 };
  const dealer = createDealer({
    async ask(place, from) {
      const answer = answers[asked.push([place, from]) - 1] ?? [];
      if (answer instanceof Error) throw answer;
      return { place: 7, posts: answer };
    },
    now: () => clock.now,
    warn: (error) => warned.push(error),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { dealer, asked, warned, clock, settle };
}

describe('the ads that a page is dealt', () => {
  it('are asked for once a round, and begin all at one place', async () => {
    const { dealer, asked, settle } = dealing([['a'], ['b']]);
    for (const round of [0, 1, 0, 1]) dealer.want(round);
    expect(dealer.of(0)).toBeUndefined();
    await settle();
    expect(asked).toEqual([
      [null, 0],
      [7, 6],
    ]);
    expect([dealer.of(0), dealer.of(1)]).toEqual([['a'], ['b']]);
  });

  it('are asked for again when none of them runs any more, and not at once', async () => {
    const { dealer, asked, clock, settle } = dealing([['a'], ['b']]);
    dealer.want(0);
    await settle();
    dealer.wantAgain(0);
    await settle();
    expect(asked).toHaveLength(1);
    clock.now = DEAL_AGAIN_MS;
    dealer.wantAgain(0);
    // Meanwhile those that were there stay.
    expect(dealer.of(0)).toEqual(['a']);
    await settle();
    expect(dealer.of(0)).toEqual(['b']);
  });

  it('are known to be missing when the server is away', async () => {
    const { dealer, warned, settle } = dealing([new Error('No network.')]);
    dealer.want(0);
    await settle();
    expect(dealer.of(0)).toBeNull();
    expect(warned).toHaveLength(1);
  });
});

describe('the order of the slots', () => {
  it('[FEED-12 in part] is as they were dealt: what begins comes after them, what ends leaves, and shifts nobody before it', () => {
    expect(inTurn(['a', 'b', 'c'], ['b', 'c', 'a'], 0)).toEqual(['b', 'c', 'a']);
    expect(inTurn(['new', 'a', 'b', 'c'], ['b', 'c', 'a'], 0)).toEqual(['b', 'c', 'a', 'new']);
    expect(inTurn(['a', 'b'], ['b', 'c', 'a'], 0)).toEqual(['b', 'a']);
  });

  it('begins by chance when none could be dealt', () => {
    expect(inTurn(['a', 'b', 'c'], null, 0.5)).toEqual(['b', 'c', 'a']);
    expect(inTurn([], null, 0.5)).toEqual([]);
  });
});
