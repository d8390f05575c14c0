import { describe, expect, it } from '@jest/globals';
import { createProgressCounter, type Progress } from '#projections/engine/progress.ts';
import { createManualClock } from '#test/projections/support/manualClock.ts';

/** Positions as an engine may have them: no numbers, with gaps. Five events. */
const LOG = ['0a', '0f', '2c', 'b0', 'c7'];
const log = {
  distance: async (from: string, to: string) => LOG.filter((each) => each > from && each <= to).length,
};

describe('the progress of a build', () => {
  it('is counted by the log, whatever its positions look like, from where the build goes on', async () => {
    const clock = createManualClock();
    const reports: Progress[] = [];
    const counter = createProgressCounter(clock, log, '0a', (progress) => void reports.push(progress));
    counter.aim('c7');
    await counter.settled();
    clock.advance(1_000);
    counter.add(1, '2c');
    counter.enter('comparing');
    await counter.settled();
    expect(reports.map(({ phase, done, total }) => [phase, done, total])).toEqual([
      ['folding', 0, 4],
      ['comparing', 0, 4],
      ['comparing', 2, 4],
    ]);
    expect(reports.at(-1)).toMatchObject({ eventsPerSecond: 1, secondsLeft: 1 });
    expect([counter.events, counter.position]).toEqual([1, '2c']);
  });

  it('goes on when the log can not count for a moment', async () => {
    let isAway = true;
    const reports: Progress[] = [];
    const moody = {
      distance: async (from: string, to: string) => {
        if (isAway) throw new Error('away');
        return log.distance(from, to);
      },
    };
    const counter = createProgressCounter(createManualClock(), moody, '', (progress) => void reports.push(progress));
    counter.aim('c7');
    await counter.settled();
    isAway = false;
    counter.add(5, 'c7');
    await counter.settled();
    expect(reports).toMatchObject([{ done: 5, total: 5 }]);
  });
});
