import { describe, expect, it } from '@jest/globals';
import { shrink } from './shrink.ts';
import type { Step } from './story.ts';

const step = (pick: number): Step => ({ who: 0, what: 'wait', pick, pause: 0 });
const story = (count: number) => ({ seed: 1, steps: Array.from({ length: count }, (_, pick) => step(pick)) });

describe('making a failing story short', () => {
  it('leaves the steps that it takes to fail, in their order, and no others', async () => {
    const needed = [7, 31, 64];
    const short = await shrink(story(80), async ({ steps }) =>
      needed.every((pick) => steps.some((each) => each.pick === pick)),
    );
    expect(short.steps.map(({ pick }) => pick)).toEqual(needed);
  });

  it('leaves nothing of a story that fails whatever happens in it', async () => {
    expect((await shrink(story(50), async () => true)).steps).toEqual([]);
  });

  it('ends after so many tries, with a story that still fails', async () => {
    let tries = 0;
    const fails = async (steps: readonly Step[]) => steps.filter(({ pick }) => pick % 2 === 0).length === 60;
    const short = await shrink(story(120), ({ steps }) => {
      tries += 1;
      return fails(steps);
    });
    expect(tries).toBeLessThanOrEqual(100);
    expect(await fails(short.steps)).toBe(true);
  });
});
