/**
 * The start of a process that renders pictures, one at a time, for `pictureProcesses.ts`. A library that hangs here
 * hangs nothing else, and the whole process is killed with it.
 */
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { MediaRefused } from '../../ports/media.ts';
import type { PictureAnswer, PictureJob } from './pictureProcesses.ts';
import { renderPicture } from './renderPicture.ts';

/** Below the server's own: answering people goes before making their pictures. */
const NICE = 10;

setPriority(NICE);
// One picture is made in one thread, and nothing of it is kept: two at once fill a small machine as it is.
sharp.concurrency(1);
sharp.cache(false);

// Ctrl-C reaches every process of a terminal: the server lets what is under way end first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// The server is gone. An orderly exit would wait for the library's threads.
const end = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', end);
// It went while an answer was on its way: the answer fails before the end of the channel is noticed.
process.on('error', end);

async function answerTo({ bytes, type }: PictureJob): Promise<PictureAnswer> {
  try {
    return { picture: await renderPicture(bytes, type) };
  } catch (error) {
    if (error instanceof MediaRefused) return { refused: error.code };
    throw error;
  }
}

process.on('message', (job: PictureJob) => {
  void answerTo(job).then((answer) => process.send?.(answer));
});
