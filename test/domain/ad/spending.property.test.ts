import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { budgetOf, minutesRun, msLeft, saidTimeLeft, spentAfter } from '#domain/ad/spending.ts';

const START = Date.parse('2026-03-01T09:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();
const MINUTE = 60_000;

/** Stretches in which an ad runs, each with the pause after it, in milliseconds. */
const stretches = fc.array(fc.tuple(fc.nat(300_000_000), fc.nat(300_000_000)), { maxLength: 12 });

describe('the spending of an ad', () => {
  it('follows the minutes that it ran, whatever its pauses, and makes the budget to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), stretches, (days, parts) => {
        const budget = budgetOf(days);
        const whole = budget.durationMinutes * MINUTE;
        let [now, ran, endTime, spent] = [0, 0, whole, 0];
        for (const [run, pause] of parts) {
          if (ran + run >= whole) break;
          ran += run;
          now += run;
          const running = { startTime: at(0), endTime: at(endTime), pausedAt: at(now) };
          // However long it is paused, nothing more is spent.
          for (const later of [now, now + pause]) {
            const minutes = minutesRun(running, budget, at(later));
            expect(minutes).toBe(Math.floor(ran / MINUTE));
            const due = spentAfter(minutes, budget);
            expect(due).toBeGreaterThanOrEqual(spent);
            spent = due;
          }
          now += pause;
          endTime += pause;
          expect(msLeft({ ...running, endTime: at(endTime), pausedAt: null }, at(now))).toBe(whole - ran);
        }
        const end = { startTime: at(0), endTime: at(endTime), pausedAt: null };
        expect(endTime).toBe(now + whole - ran);
        expect(spentAfter(minutesRun(end, budget, at(endTime)), budget)).toBe(budget.amountBudgeted);
        expect(spentAfter(minutesRun(end, budget, at(endTime + 9e9)), budget)).toBe(budget.amountBudgeted);
      }),
      { seed: 26, numRuns: 500 },
    );
  });

  it('[BOOST-05 in part] is $5 for a day', () => {
    expect([1, 4, 30].map((days) => budgetOf(days).amountBudgeted)).toEqual([500, 2_000, 15_000]);
  });

  it('[BOOST-22] says the time that is left, which a paused ad counts from its pause', () => {
    const running = { startTime: at(0), endTime: at(4 * 86_400_000), pausedAt: null };
    expect(saidTimeLeft(running, at(0))).toBe('4 days');
    expect(saidTimeLeft(running, at(19 * 3_600_000 + 55 * MINUTE))).toBe('3 days, 4 hours, 5 minutes');
    expect(saidTimeLeft(running, at(4 * 86_400_000 - MINUTE))).toBe('1 minute');
    expect(saidTimeLeft(running, at(4 * 86_400_000))).toBe('Expired');
    expect(saidTimeLeft(running, at(9 * 86_400_000))).toBe('Expired');
    expect(saidTimeLeft({ ...running, pausedAt: at(86_400_000) }, at(9 * 86_400_000))).toBe('3 days');
  });
});
