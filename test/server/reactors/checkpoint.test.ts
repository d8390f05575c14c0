import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createCheckpoint } from '#server/reactors/checkpoint.ts';

/** A checkpoint over a vault that records its input, with timers run by the test. */
function rig() {
  const kept: string[] = [];
  const timers: { readonly ms: number; readonly action: () => void }[] = [];
  let isFull = false;
  /** Its value in the vault, and whether the answer to the next move is lost. */
  const vault = { at: '0', losesAnswer: false };
  const taken: string[] = [];
  const place = createCheckpoint({
    reactor: 'test',
    from: '0',
    onTaken: ({ message }) => void taken.push(message),
    checkpoints: {
      find: async () => vault.at,
      async move(_reactor, from, to) {
        if (isFull) throw new Unavailable('There is no room to write the vault.');
        if (from !== vault.at) return false;
        vault.at = to;
        kept.push(to);
        if (!vault.losesAnswer) return true;
        vault.losesAnswer = false;
        throw new Unavailable('The vault did not answer.');
      },
    },
    clock: {
      now: () => 0,
      after(ms, action) {
        const timer = { ms, action };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    logger: silentLogger,
  });
  /** Lets the timer go off; answers its milliseconds. */
  const fire = async () => {
    const timer = timers.shift();
    timer?.action();
    await new Promise((resolve) => setImmediate(resolve));
    return timer?.ms;
  };
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { place, kept, timers, fire, fill, vault, taken };
}

it('is written down a second after it moved, once for all moves until then', async () => {
  const { place, kept, timers, fire } = rig();
  for (const position of ['1', '2', '3']) place.moved(position);
  expect([kept, timers.length]).toEqual([[], 1]);
  expect(await fire()).toBe(1_000);
  expect([kept, timers.length]).toEqual([['3'], 0]);
  place.moved('4');
  await fire();
  expect(kept).toEqual(['3', '4']);
});

it('is written down at the end, and not again when it has not moved', async () => {
  const { place, kept, timers, fire } = rig();
  place.moved('1');
  await fire();
  place.moved('2');
  await place.close();
  await place.close();
  expect([kept, timers]).toEqual([['1', '2'], []]);
});

it('[P7] is tried again after growing pauses while the vault is full, says so meanwhile, and is well by itself', async () => {
  const { place, kept, fire, fill } = rig();
  fill(true);
  place.moved('1');
  const delays = [await fire(), await fire(), await fire(), await fire(), await fire()];
  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(place.problem()).toBe('There is no room to write the vault.');
  fill(false);
  await fire();
  expect([place.problem(), kept]).toEqual([null, ['1']]);
});

it('[P7] goes on from a move whose answer was lost', async () => {
  const { place, kept, fire, vault, taken } = rig();
  vault.losesAnswer = true;
  place.moved('1');
  await fire();
  place.moved('2');
  await fire();
  expect([kept, taken, place.problem()]).toEqual([['1', '2'], [], null]);
});

it('is given up for good, without being moved, once another process has moved it', async () => {
  const { place, kept, fire, timers, vault, taken } = rig();
  place.moved('1');
  await fire();
  vault.at = '7';
  place.moved('2');
  await fire();
  place.moved('3');
  await place.close();
  expect([kept, vault.at, timers]).toEqual([['1'], '7', []]);
  expect(taken).toEqual(['Another process runs the reactor test: its checkpoint stands at 7.']);
  expect(place.problem()).toBe(taken[0]);
});

it('closes in peace when another process has moved it meanwhile, and leaves it to that one', async () => {
  const { place, kept, vault } = rig();
  place.moved('1');
  vault.at = '7';
  await place.close();
  expect([kept, vault.at]).toEqual([[], '7']);
});

it('closes in peace when the vault takes nothing: the next run goes over some events again', async () => {
  const { place, kept, fill } = rig();
  place.moved('1');
  fill(true);
  await expect(place.close()).resolves.toBeUndefined();
  expect(kept).toEqual([]);
});
