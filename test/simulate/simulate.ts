import { Worker } from 'node:worker_threads';
import type { SeedResult } from './runSeed.ts';

/** What a run is asked for. */
export interface SimulationOrder {
  readonly seeds: readonly number[];
  readonly workers: number;
  /** Name of a sabotage; `null`: the program as it is. */
  readonly breaks: string | null;
  /** Ends with the first seed that breaks a promise. */
  readonly stopAtFirst: boolean;
  readonly onResult: (result: SeedResult) => void;
}

/** Plays seeds in a few threads. @returns what became of those that were played, by seed */
export async function simulate(order: SimulationOrder): Promise<readonly SeedResult[]> {
  const waiting = [...order.seeds];
  const results: SeedResult[] = [];
  const count = Math.min(order.workers, waiting.length);
  await Promise.all(Array.from({ length: count }, () => playInThread(order, waiting, results)));
  return results.sort((a, b) => a.seed - b.seed);
}

function playInThread(order: SimulationOrder, waiting: number[], results: SeedResult[]): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { breaks: order.breaks } });
  const next = (): void => {
    const seed = waiting.shift();
    if (seed === undefined) void worker.terminate();
    else worker.postMessage(seed);
  };
  return new Promise((resolve, reject) => {
    worker.on('message', (result: SeedResult) => {
      results.push(result);
      order.onResult(result);
      if (order.stopAtFirst && result.findings.length > 0) waiting.length = 0;
      next();
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    next();
  });
}
