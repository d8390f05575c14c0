import type { Worker } from 'node:worker_threads';

/** Loaded before the program: SIGUSR2 ends the threads whose name matches the pattern in the variable `KILL_THREAD`. */
const THREAD = new RegExp(process.env.KILL_THREAD ?? '(?!)');
const workers: Worker[] = [];
process.on('worker', (worker) => workers.push(worker));
process.on('SIGUSR2', () => {
  for (const worker of workers) {
    if (THREAD.test(worker.threadName ?? '')) void worker.terminate();
  }
});
