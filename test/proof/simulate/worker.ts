/** Plays the seeds that it is sent, one after the other, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { sabotage } from '../sabotage/load.ts';
import type { SeedResult } from './runSeed.ts';

/** Options of a thread. */
export interface WorkerOrder {
  readonly breaks: string | null;
  readonly shrinks: boolean;
}

const { breaks, shrinks } = workerData as WorkerOrder;
if (breaks !== null) sabotage(breaks);
// Loaded only now, because a sabotage edits modules when they are loaded.
const { runSeed } = await import('./runSeed.ts');

parentPort?.on('message', (seed: number) => {
  void runSeed(seed, shrinks).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => {
      // A story that fails to end is a finding too.
      const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const findings = [{ promise: 'story', problem }];
      parentPort?.postMessage({
        seed,
        steps: 0,
        commands: 0,
        events: 0,
        eventsByType: {},
        findings,
        shrunk: null,
      } satisfies SeedResult);
    },
  );
});
