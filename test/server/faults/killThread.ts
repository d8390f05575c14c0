import type { Worker } from 'node:worker_threads';

/** Loaded before the program: SIGUSR2 ends the threads in whose name the variable `KILL_THREAD` is. */
const workers: Worker[] = [];
process.on('worker', (worker) => workers.push(worker));
process.on('SIGUSR2', () => {
  for (const worker of workers) {
    if (worker.threadName?.includes(process.env.KILL_THREAD ?? '') === true) void worker.terminate();
  }
});
