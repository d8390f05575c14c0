import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Jobs of a bench process, by name; arguments and answers are plain data. */
export type Jobs = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

interface Question {
  readonly id: number;
  readonly job: string;
  readonly argument: unknown;
}
type Reply = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** The process's side: answers until its parent lets it go. */
export function serveParent(jobs: Jobs): void {
  process.on('message', ({ id, job, argument }: Question) => {
    const answer = async () => {
      const act = jobs[job];
      if (act === undefined) throw new Error(`There is no job ${job}.`);
      return act(argument as never);
    };
    const send = (reply: Reply) => process.send?.(reply);
    answer().then(
      (value) => send({ id, value: value ?? null }),
      (error: unknown) => send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}

const US_PER_MS = 1_000;

/** A job that every process may have: milliseconds of a core that it has had, with all its threads. */
export async function processorTime(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_MS;
}

/** Our side of a process. */
export interface Child<Known extends Jobs> {
  ask<Name extends keyof Known & string>(
    job: Name,
    ...argument: Parameters<Known[Name]>
  ): Promise<Awaited<ReturnType<Known[Name]>>>;
  /** Ends it; with SIGKILL it gets no chance to finish anything. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process of `test/proof/bench/processes/`, whose file calls `serveParent`. */
export function startChild<Known extends Jobs>(name: string): Child<Known> {
  const file = new URL(`./processes/${name}.ts`, import.meta.url);
  const child: ChildProcess = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  child.on('message', (reply: Reply) => {
    const entry = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) entry?.reject(new Error(`${name}: ${reply.error}`));
    else entry?.resolve(reply.value as never);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} has ended (${code ?? signal}).`));
    waiting.clear();
  });
  return {
    ask(job, ...[argument]) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        child.send({ id, job, argument } satisfies Question);
      });
    },
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
