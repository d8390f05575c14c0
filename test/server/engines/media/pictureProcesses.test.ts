import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createPictureProcesses, type PictureProcesses } from '#server/engines/media/pictureProcesses.ts';
import { MediaRefused } from '#server/ports/media.ts';
import { picture } from '../../support/pictures.ts';
import { eventually } from '../../support/student.ts';

const HANGS = new URL('./support/hangs.ts', import.meta.url);
const JOB = { bytes: new Uint8Array([1]), type: 'gif' } as const;

/** One that has ended may still be listed, as a zombie. */
async function isRunning(pid: number): Promise<boolean> {
  const listed = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: 'Z' }));
  return !listed.stdout.startsWith('Z');
}

/** Processes that this one has started. Nothing else happens meanwhile: no limit of time can end one while it is looked for. */
function childrenNow(): readonly number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const own = listed.split('\n').filter((line) => line.includes(fileURLToPath(HANGS)));
  const numbers = own.map((line) => line.trim().split(/ +/).map(Number));
  return numbers.flatMap(([pid = 0, parent]) => (parent === process.pid ? [pid] : []));
}

let pictures: PictureProcesses;
afterEach(() => pictures.close());

describe('processes that render pictures', () => {
  it('render one picture after the other, and refuse other files', async () => {
    pictures = createPictureProcesses();
    const made = await pictures.render({ bytes: await picture(900, 600), type: 'png' });
    expect([made.width, made.height, [...made.picture.smaller.keys()]]).toEqual([900, 600, [320, 640]]);
    await expect(pictures.render(JOB)).rejects.toMatchObject({ code: 'PHOTO_BROKEN' });
    expect((await pictures.render({ bytes: await picture(9, 6), type: 'png' })).width).toBe(9);
  });

  it('have a small heap, whatever the machine has', async () => {
    pictures = createPictureProcesses({ file: new URL('./support/saysItsHeap.ts', import.meta.url) });
    const heapMaxBytes: unknown = await pictures.render(JOB);
    expect(heapMaxBytes).toBeGreaterThan(0);
    expect(heapMaxBytes).toBeLessThan(256 * 2 ** 20);
  });

  it('are killed when a picture takes too long', async () => {
    pictures = createPictureProcesses({ file: HANGS, maxMs: 300 });
    const before = childrenNow();
    const refused = expect(pictures.render(JOB)).rejects.toThrow(new MediaRefused('PHOTO_TOO_SLOW'));
    const [hung = 0, ...others] = childrenNow().filter((pid) => !before.includes(pid));
    expect([hung > 0, others]).toEqual([true, []]);
    await refused;
    await eventually(async () => (await isRunning(hung)) === false);
  });

  it('are killed when the store is closed, whatever they do', async () => {
    pictures = createPictureProcesses({ file: HANGS });
    const rendered = pictures.render(JOB);
    const refused = expect(rendered).rejects.toThrow(Unavailable);
    await pictures.close();
    await refused;
    await expect(pictures.render(JOB)).rejects.toThrow(Unavailable);
  });

  it('are started anew after an end that nobody asked for; a picture that ends two is refused', async () => {
    pictures = createPictureProcesses({ file: new URL('./support/ends.ts', import.meta.url) });
    await expect(pictures.render(JOB)).rejects.toMatchObject({ code: 'PHOTO_BROKEN' });
  });

  it('are given no picture once they have ended, though their channel is still open', async () => {
    pictures = createPictureProcesses({ file: new URL('./support/endsAtRest.ts', import.meta.url), maxMs: 30_000 });
    const refused = { code: 'PHOTO_TYPE' };
    await expect(pictures.render(JOB)).rejects.toMatchObject(refused);
    const find = () => promisify(execFile)('pgrep', ['-P', String(process.pid), '-f', 'endsAtRest.ts']);
    await eventually(() =>
      find().then(
        () => false,
        () => true,
      ),
    );
    await expect(pictures.render(JOB)).rejects.toMatchObject(refused);
  });

  it('keep nobody from ending: a fatal end ends what hangs, too', async () => {
    pictures = createPictureProcesses();
    const script = join(import.meta.dirname, 'support', 'endsWhileHanging.ts');
    const ended = await promisify(execFile)(process.execPath, [script], { timeout: 20_000 }).catch((error) => error);
    expect(ended).toMatchObject({ code: 1, killed: false });
    const hung = Number(ended.stdout);
    expect(hung).toBeGreaterThan(0);
    await eventually(async () => (await isRunning(hung)) === false);
  });
});
