import { expect, it } from '@jest/globals';
import { createCircuitBreaker } from '#server/concurrency/circuitBreaker.ts';

class Outage extends Error {}

/** A breaker that rests 100 ms, a clock, and work that counts its calls. */
function rig() {
  let now = 0;
  let calls = 0;
  const breaker = createCircuitBreaker({
    isOutage: (error) => error instanceof Outage,
    restMs: 100,
    uptime: () => now,
  });
  const run = (work: () => Promise<string>) =>
    breaker.run(() => {
      calls += 1;
      return work();
    });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { run, pass, calls: () => calls };
}

const works = async () => 'done';
const fails = (error: Error) => async () => {
  throw error;
};

it('tries nothing for a while after an outage', async () => {
  const { run, pass, calls } = rig();
  expect(await run(works)).toBe('done');
  await expect(run(fails(new Outage('away')))).rejects.toThrow('away');
  pass(99);
  expect([await run(works), calls()]).toEqual([null, 2]);
  pass(1);
  expect([await run(works), await run(works), calls()]).toEqual(['done', 'done', 4]);
});

it('lets one call find out whether the outage is over, and rests again if it is not', async () => {
  const { run, pass, calls } = rig();
  await expect(run(fails(new Outage('away')))).rejects.toThrow();
  pass(100);
  const answer = Promise.withResolvers<string>();
  const trying = run(() => answer.promise);
  expect([await run(works), calls()]).toEqual([null, 2]);
  pass(50);
  answer.reject(new Outage('still away'));
  await expect(trying).rejects.toThrow('still away');
  pass(99);
  expect(await run(works)).toBeNull();
  pass(1);
  expect(await run(works)).toBe('done');
});

it('takes other errors for the fault of one call', async () => {
  const { run } = rig();
  await expect(run(fails(new Error('a bug')))).rejects.toThrow('a bug');
  expect(await run(works)).toBe('done');
});
