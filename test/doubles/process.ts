import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Milliseconds for a server to say that it listens. */
const START_MS = 20_000;
/** Characters of a server's errors that are kept for the message. */
const ERRORS_MAX_CHARACTERS = 4_000;

/** A server in a process of its own, which ends when its standard input does: it never outlives the tests. */
export interface ServerProcess {
  /** First line that it printed. */
  readonly firstLine: string;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program and waits for the first line that it prints. */
export async function startServer(command: string, words: readonly string[]): Promise<ServerProcess> {
  const child: Child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-ERRORS_MAX_CHARACTERS);
  });
  const ended = once(child, 'close');
  const firstLine = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, START_MS, null).unref()),
  ]);
  if (firstLine === null) {
    child.kill('SIGKILL');
    throw new Error(`${command} did not start: ${errors}`);
  }
  return {
    firstLine,
    async stop() {
      child.stdin.end();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
