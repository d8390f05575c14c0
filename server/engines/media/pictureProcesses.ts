import { type ChildProcess, fork } from 'node:child_process';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { PictureType } from '../../ports/media.ts';
import { MediaRefused } from '../../ports/media.ts';
import type { RenderedPicture } from './renderPicture.ts';

/** Milliseconds that one picture may take. The largest that is allowed takes a fifth of it on a busy machine. */
export const PICTURE_MAX_MS = 20_000;
/** Milliseconds without work after which a process ends: at rest it takes 60 MB. */
const REST_MS = 30_000;
/** Megabytes of a process's own heap. Decoded pixels lie beside it: ANIMATION_MAX_PIXELS bounds them. */
const HEAP_MAX_MB = 128;

/** A job for a process. */
export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
}

/** The outcome of a job; `ended`: the process did, before it answered. */
export type PictureAnswer =
  | { readonly picture: RenderedPicture }
  | { readonly refused: MediaRefused['code'] }
  | { readonly ended: true };

/** Renders pictures in processes of their own, as many as are asked for at once. */
export interface PictureProcesses {
  /**
   * @throws MediaRefused it is no acceptable picture, or took too long
   * @throws Unavailable no process can be had, or all are being closed
   */
  render(job: PictureJob): Promise<RenderedPicture>;
  /** Ends all processes, whatever they do. What was under way fails as `Unavailable`. */
  close(): Promise<void>;
}

/** @param file the module that a process runs; tests pass one that hangs */
export function createPictureProcesses({
  file = new URL('./pictureProcess.ts', import.meta.url),
  maxMs = PICTURE_MAX_MS,
}: {
  readonly file?: URL;
  readonly maxMs?: number;
} = {}): PictureProcesses {
  const all = new Set<ChildProcess>();
  const resting: { readonly child: ChildProcess; readonly rest: NodeJS.Timeout }[] = [];
  let isClosed = false;

  // A fatal end of this process runs no asynchronous code any more, and a process that hangs hears nothing.
  const killAll = () => {
    for (const child of all) child.kill('SIGKILL');
  };

  function start(): ChildProcess {
    const child = fork(file, {
      // Bytes go as they are, and nothing of our environment does: the bytes come from strangers.
      serialization: 'advanced',
      env: Object.fromEntries(KEPT_VARIABLES.map((name) => [name, process.env[name]])),
      execArgv: [`--max-old-space-size=${HEAP_MAX_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (all.size === 0) process.on('exit', killAll);
    all.add(child);
    // Not at `close`, which waits for the channel: no picture may be given to one that has ended.
    child.once('exit', () => forget(child));
    // It could not be started.
    child.on('error', () => forget(child));
    return child;
  }

  function forget(child: ChildProcess): void {
    all.delete(child);
    if (all.size === 0) process.off('exit', killAll);
    wake(child);
  }

  /** It rests no longer: it is to work, or to end. */
  function wake(child: ChildProcess): void {
    const index = resting.findIndex((each) => each.child === child);
    if (index >= 0) clearTimeout(resting.splice(index, 1)[0]?.rest);
  }

  function take(): ChildProcess {
    const child = resting.at(-1)?.child ?? start();
    wake(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  function giveBack(child: ChildProcess): void {
    const end = () => {
      wake(child);
      child.kill('SIGKILL');
    };
    const rest = setTimeout(end, REST_MS).unref();
    resting.push({ child, rest });
    // At rest it keeps nobody from ending.
    child.unref();
    child.channel?.unref();
  }

  async function attempt(job: PictureJob): Promise<PictureAnswer> {
    if (isClosed) throw new Unavailable('The server is being stopped.');
    const child = take();
    const answer = await ask(child, job, maxMs);
    if (!('ended' in answer)) giveBack(child);
    return answer;
  }

  return {
    async render(job) {
      let answer = await attempt(job);
      // The system may have ended it for want of memory; a picture that ends a second one is at fault itself.
      if ('ended' in answer && !isClosed) answer = await attempt(job);
      if ('picture' in answer) return answer.picture;
      if ('refused' in answer) throw new MediaRefused(answer.refused);
      if (isClosed) throw new Unavailable('The server is being stopped.');
      throw new MediaRefused('PHOTO_BROKEN');
    },
    async close() {
      isClosed = true;
      const ended = [...all].map((child) => new Promise((resolve) => child.once('close', resolve)));
      killAll();
      await Promise.all(ended);
    },
  };
}

/** Variables of the environment that a process needs: where compiled modules are kept, how memory is. */
const KEPT_VARIABLES = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'] as const;

/** @throws MediaRefused it took too long @throws Unavailable no process could be started */
function ask(child: ChildProcess, job: PictureJob, maxMs: number): Promise<PictureAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(limit);
      child.off('message', onAnswer).off('exit', onEnd).off('error', onError);
      outcome();
    };
    const onAnswer = (answer: unknown) => settle(() => resolve(answer as PictureAnswer));
    const onEnd = () => settle(() => resolve({ ended: true }));
    const onError = (cause: Error) =>
      settle(() => reject(new Unavailable('No process can be started to render pictures.', { cause })));
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      settle(() => reject(new MediaRefused('PHOTO_TOO_SLOW')));
    }, maxMs);
    child.on('message', onAnswer).on('exit', onEnd).on('error', onError);
    child.send(job, (error) => {
      // It is ending: `exit` follows.
      if (error !== null) child.kill('SIGKILL');
    });
  });
}
