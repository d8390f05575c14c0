import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createWriteTrouble, tryFolder } from '#server/engines/writeTrouble.ts';

const FULL = new Unavailable('There is no room.');

/** A trouble with a clock and trials that the test moves. */
function rig() {
  let at = 0;
  let trials = 0;
  let isFull = true;
  const trial = async () => {
    trials += 1;
    if (isFull) throw new Error('ENOSPC');
  };
  const trouble = createWriteTrouble(trial, () => at);
  return {
    trouble,
    trials: () => trials,
    pass: (ms: number) => {
      at += ms;
    },
    makeRoom: () => {
      isFull = false;
    },
  };
}

it('says nothing, and tries nothing, while all is well; a refusal is no trouble', async () => {
  const { trouble, trials } = rig();
  trouble.note(new Error('WRONG_REVISION'));
  await trouble.check();
  expect(trials()).toBe(0);
});

it('[P7] says what was noted until a trial has succeeded, and tries no more than once a second', async () => {
  const { trouble, trials, pass, makeRoom } = rig();
  trouble.note(FULL);
  for (let look = 0; look < 5; look += 1) await expect(trouble.check()).rejects.toBe(FULL);
  expect(trials()).toBe(1);
  makeRoom();
  await expect(trouble.check()).rejects.toBe(FULL);
  expect(trials()).toBe(1);
  pass(1_000);
  // The one who asks sets the trial going and does not wait for it.
  await expect(trouble.check()).rejects.toBe(FULL);
  await trouble.check();
  expect(trials()).toBe(2);
});

it('keeps what fails while a trial runs', async () => {
  const trial = Promise.withResolvers<void>();
  const trouble = createWriteTrouble(() => trial.promise);
  trouble.note(FULL);
  await expect(trouble.check()).rejects.toBe(FULL);
  const later = new Unavailable('Full again.');
  trouble.note(later);
  trial.resolve();
  await setImmediate();
  await expect(trouble.check()).rejects.toBe(later);
});

it('tries a folder with a file of its own, and leaves nothing there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quad-trial-'));
  await tryFolder(folder);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await expect(tryFolder(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
