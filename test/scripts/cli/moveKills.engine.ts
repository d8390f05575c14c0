import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect, it, jest } from '@jest/globals';
import { EXIT } from '#scripts/cli/failure.ts';
import { seededRandom } from '#scripts/demo/random.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startKurrentProcess } from '#test/doubles/kurrent/startKurrent.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { temporaryFolder, withFoundation } from '../support/storyFolder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Events of the log; `QUAD_MOVE_EVENTS` names more for a measurement. */
const EVENTS = Number(process.env.QUAD_MOVE_EVENTS ?? 10_000);
const KILLS = 5;
/** Milliseconds after which a run is killed: from before its first append to the middle of its work. */
const KILL_AFTER_MS = { min: 300, max: Math.max(2_000, EVENTS / 10) };
const SEED = 11;
const DATABASE = `quad-move-${process.pid}`;
/** Appends of the source that are under way at once. */
const AT_ONCE = 500;
jest.setTimeout(600_000);

describeOn('a move that is killed again and again', await startMongo(), (mongo) => {
  const folder = temporaryFolder();
  afterAll(async () => {
    folder.remove();
    await mongo.dispose();
  });

  /** Runs the verb; with a number it is killed after so many milliseconds. */
  async function quadMove(eventStoreUrl: string, killAfterMs: number | null) {
    const words = [join('scripts', 'quad.ts'), 'move', '--from', 'sqlite', '--to', 'kurrentdb', '--data', folder.path];
    const env = {
      ...process.env,
      EVENTSTORE_URL: eventStoreUrl,
      MONGO_URL: `${mongo.url.replace(/\/$/, '')}/${DATABASE}`,
    };
    const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text;
      });
    }
    const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const [code] = await once(child, 'close');
    if (timer !== null) clearTimeout(timer);
    return { code: code as number | null, output };
  }

  it('ends with equal hashes', async () => {
    await withFoundation(folder.path, async ({ store }) => {
      for (let made = 0; made < EVENTS; made += AT_ONCE) {
        const some = Math.min(AT_ONCE, EVENTS - made);
        await Promise.all(Array.from({ length: some }, () => store.append(sampleStream(), -1, sampleEvents(1))));
      }
    });
    const kurrent = await startKurrentProcess();
    try {
      const random = seededRandom(SEED);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const after = KILL_AFTER_MS.min + random() * (KILL_AFTER_MS.max - KILL_AFTER_MS.min);
        // A run that was not killed has ended by itself: then the times are too long for this machine.
        expect(await quadMove(kurrent.url, after)).toEqual({ code: null, output: '' });
      }
      const startedAt = performance.now();
      const { code, output } = await quadMove(kurrent.url, null);
      const seconds = (performance.now() - startedAt) / 1_000;
      if (process.env.QUAD_MOVE_EVENTS !== undefined)
        process.stderr.write(`the last run took ${seconds.toFixed(1)} s:\n${output}\n`);
      expect([code, output]).toEqual([EXIT.ok, expect.stringContaining(`${EVENTS} events in both logs`)]);
      const hashOf = (name: string) => new RegExp(`^${name} ([0-9a-f]{64})$`, 'm').exec(output)?.[1];
      expect(hashOf('kurrentdb log')).toBe(hashOf('sqlite log'));
      expect(hashOf('kurrentdb log')).toMatch(/^[0-9a-f]{64}$/);
      expect(hashOf('kurrentdb vault')).toBe(hashOf('sqlite vault'));
    } finally {
      await kurrent.dispose();
    }
  });
});
