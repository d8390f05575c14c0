import { describe, expect, it } from '@jest/globals';
import type { EngineClock } from '#projections/engine/clock.ts';
import { createSweeper, FIRST_SWEEP_AFTER_MS, ORPHAN_MS, SWEEP_EVERY_MS } from '#server/kernel/sweeper.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createSweeps } from '#server/roles/worker.ts';
import { accountSweep } from '#server/user/sweep.ts';
import { trustedTime } from '#test/doubles/trustedTime.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerMember, userActor } from '../support/people.ts';

/** Waits until so many timers have been set: sweeps that have ended set the next one. */
async function untilScheduled(timers: readonly unknown[], count: number): Promise<void> {
  while (timers.length < count) await new Promise((resolve) => setImmediate(resolve));
}

async function rigWithUploads() {
  const rig = dispatchRig();
  const ada = await registerMember(rig, 'ada');
  const folder = `profilePics/${ada}`;
  const put = (name: string) => {
    const media = { kind: 'image', name, width: 4, height: 3 } as const;
    rig.uploads.set(`${folder}/${name}`, { folder, media, owner: ada, at: rig.clock.now().toISOString() });
    return media;
  };
  const picture = put('named.webp');
  await rig.give(userActor(ada), idOf('picture'), 'ChangeProfilePicture', { picture });
  put('unnamed.webp');
  const timers: { ms: number; action: () => void }[] = [];
  const timer: EngineClock = {
    now: () => 0,
    after(ms, action) {
      timers.push({ ms, action });
      return () => undefined;
    },
  };
  const sweeper = createSweeps({
    vault: rig.vault,
    media: rig.media,
    payments: null,
    readStore: { query: async () => [] },
    dispatcher: rig.dispatcher,
    log: rig.log,
    time: trustedTime(rig.clock.now),
    timer,
    logger: silentLogger,
  });
  return { ...rig, ada, folder, put, sweeper, timers };
}

describe('sweeper', () => {
  it('removes uploads that nobody names after a day, and keeps named ones (D15)', async () => {
    const rig = await rigWithUploads();
    await rig.sweeper.sweep();
    expect(rig.uploads.size).toBe(2);
    rig.clock.advance(ORPHAN_MS + 1);
    await rig.sweeper.sweep();
    expect(await rig.media.unsettledOf(rig.ada)).toEqual([]);
    expect(rig.uploads.size).toBe(2);
    rig.clock.advance(SWEEP_EVERY_MS);
    await rig.sweeper.sweep();
    expect([...rig.uploads.keys()]).toEqual([`${rig.folder}/named.webp`]);
  });

  it('takes no file from a command that was decided just before: a later sweep looks again', async () => {
    const rig = await rigWithUploads();
    const picture = rig.put('late.webp');
    rig.clock.advance(ORPHAN_MS + 1);
    // The sweep comes when the command is decided, and before its event is in the log.
    const { append } = rig.store;
    rig.store.append = async (...event) => {
      rig.store.append = append;
      await rig.sweeper.sweep();
      return append.apply(rig.store, event);
    };
    const given = await rig.give(userActor(rig.ada), idOf('late'), 'ChangeProfilePicture', { picture });
    expect(given.ok).toBe(true);
    for (const ms of [SWEEP_EVERY_MS, ORPHAN_MS]) {
      rig.clock.advance(ms);
      await rig.sweeper.sweep();
    }
    expect([...rig.uploads.keys()]).toEqual([`${rig.folder}/named.webp`, `${rig.folder}/late.webp`]);
  });

  it('lets no command name a file that it is about to delete: its sender brings it again', async () => {
    const rig = await rigWithUploads();
    const picture = rig.put('late.webp');
    rig.clock.advance(ORPHAN_MS + 1);
    await rig.sweeper.sweep();
    const name = (id: string) => rig.give(userActor(rig.ada), idOf(id), 'ChangeProfilePicture', { picture });
    expect(await name('late')).toMatchObject({ ok: false, rejection: { code: 'FILE_MISSING' } });
    rig.put('late.webp');
    expect(await name('again')).toMatchObject({ ok: true });
    rig.clock.advance(SWEEP_EVERY_MS);
    await rig.sweeper.sweep();
    expect([...rig.uploads.keys()]).toEqual([`${rig.folder}/named.webp`, `${rig.folder}/late.webp`]);
  });

  it('goes on behind a folder of which it does not know whether its files are named', async () => {
    const rig = await rigWithUploads();
    const foreign = { kind: 'image', name: 'foreign.webp', width: 4, height: 3 } as const;
    const known = [...rig.uploads];
    rig.uploads.clear();
    const at = rig.clock.now().toISOString();
    rig.uploads.set('of a later release', { folder: 'auctions/1', media: foreign, owner: rig.ada, at });
    for (const [path, upload] of known) rig.uploads.set(path, upload);
    rig.clock.advance(ORPHAN_MS + 1);
    await expect(rig.sweeper.sweep()).rejects.toMatchObject({
      errors: [{ errors: [{ message: 'No noun has files in auctions/1.' }] }],
    });
    rig.clock.advance(SWEEP_EVERY_MS);
    await expect(rig.sweeper.sweep()).rejects.toThrow();
    expect([...rig.uploads.keys()]).toEqual(['of a later release', `${rig.folder}/named.webp`]);
  });

  it('goes on behind a password whose account cannot be read', async () => {
    const { vault, clock, dispatcher } = await rigWithUploads();
    const users = ['nobody', 'no one'].map((name) => idOf(name));
    for (const userId of users) await vault.credentials.put(userId, 'hash', idOf('d'), clock.now().toISOString(), null);
    clock.advance(ORPHAN_MS + 1);
    const [first = ''] = (await vault.credentials.olderThan(clock.now().toISOString())).map(({ userId }) => userId);
    const stateOf: typeof dispatcher.stateOf = async (stream) => {
      if (stream.id === first) throw new Error('its key is missing');
      return dispatcher.stateOf(stream);
    };
    await expect(accountSweep({ vault, dispatcher: { stateOf } })(clock.now())).rejects.toThrow('1 of 2 looks');
    const left = await Promise.all(users.map((userId) => vault.credentials.find(userId)));
    expect(left.filter((each) => each !== null)).toHaveLength(1);
  });

  it('removes passwords of accounts that were never made after a day (D07)', async () => {
    const rig = await rigWithUploads();
    const at = rig.clock.now().toISOString();
    await rig.vault.credentials.put(rig.ada, 'hash', idOf('c'), at, null);
    await rig.vault.credentials.put(idOf('nobody'), 'hash', idOf('d'), at, null);
    rig.clock.advance(ORPHAN_MS + 1);
    await rig.sweeper.sweep();
    expect(await rig.vault.credentials.find(rig.ada)).not.toBeNull();
    expect(await rig.vault.credentials.find(idOf('nobody'))).toBeNull();
  });

  it('keeps a password that a retried sign-up puts anew while it is looked at', async () => {
    const { vault, clock, dispatcher } = await rigWithUploads();
    const userId = idOf('nobody');
    const put = (hash: string, over: string | null) =>
      vault.credentials.put(userId, hash, idOf('d'), clock.now().toISOString(), over);
    const stamp = await put('hash', null);
    clock.advance(ORPHAN_MS + 1);
    const sweep = accountSweep({
      vault,
      dispatcher: {
        async stateOf(stream) {
          await put('hash again', stamp);
          return dispatcher.stateOf(stream);
        },
      },
    });
    await sweep(clock.now());
    expect(await vault.credentials.find(userId)).toMatchObject({ passwordHash: 'hash again' });
  });

  it('sweeps ten minutes after its start, then every hour', async () => {
    const rig = await rigWithUploads();
    rig.sweeper.start();
    rig.clock.advance(ORPHAN_MS + 1);
    expect(rig.timers.map(({ ms }) => ms)).toEqual([FIRST_SWEEP_AFTER_MS]);
    rig.timers[0]?.action();
    await untilScheduled(rig.timers, 2);
    await rig.sweeper.stop();
    expect(await rig.media.withdrawn('9999')).toMatchObject([{ name: 'unnamed.webp' }]);
    expect(rig.timers.map(({ ms }) => ms)).toEqual([FIRST_SWEEP_AFTER_MS, SWEEP_EVERY_MS]);
  });

  it('runs each of several, also after one that fails, and says what failed', async () => {
    const ran: string[] = [];
    const warned: unknown[] = [];
    const timers: (() => void)[] = [];
    const sweeper = createSweeper({
      sweeps: [
        () => Promise.reject(new Error('a disk')),
        async () => {
          ran.push('the second');
        },
      ],
      time: trustedTime(() => new Date(0)),
      timer: {
        now: () => 0,
        after: (_ms, action) => {
          timers.push(action);
          return () => undefined;
        },
      },
      logger: { warn: (fields: unknown) => warned.push(fields) } as never,
    });
    sweeper.start();
    timers[0]?.();
    await untilScheduled(timers, 2);
    await sweeper.stop();
    expect(ran).toEqual(['the second']);
    expect(warned).toMatchObject([{ err: { errors: [{ message: 'a disk' }] } }]);
    expect(timers).toHaveLength(2);
  });

  it('begins no further one once they are stopped: another process sweeps then', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const ran: string[] = [];
    const first = async () => {
      begin();
      await finished;
      ran.push('the first');
    };
    const second = async () => void ran.push('the second');
    let fire: () => void = () => undefined;
    const after: EngineClock['after'] = (_ms, action) => {
      fire = action;
      return () => undefined;
    };
    const time = trustedTime(() => new Date(0));
    const sweeper = createSweeper({
      sweeps: [first, second],
      time,
      timer: { now: () => 0, after },
      logger: silentLogger,
    });
    sweeper.start();
    fire();
    await begun;
    const stopped = sweeper.stop();
    finish();
    await stopped;
    expect(ran).toEqual(['the first']);
  });
});
