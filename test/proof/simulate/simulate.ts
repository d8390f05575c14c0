import { Worker } from 'node:worker_threads';
import type { SeedResult } from './runSeed.ts';
import type { WorkerOrder } from './worker.ts';

/** Options of a run. */
export interface SimulationOrder extends WorkerOrder {
  readonly seeds: Iterable<number>;
  readonly workers: number;
  /** Ends the run at the first seed for which this is true. */
  readonly isEnough: (result: SeedResult) => boolean;
  readonly onResult: (result: SeedResult) => void;
}

/** Plays seeds in a few threads. @returns results by seed */
export async function simulate(order: SimulationOrder): Promise<readonly SeedResult[]> {
  const seeds = order.seeds[Symbol.iterator]();
  const results: SeedResult[] = [];
  let isOver = false;
  const next = (): number | null => {
    if (isOver) return null;
    const { value, done } = seeds.next();
    return done === true ? null : value;
  };
  const take = (result: SeedResult): void => {
    results.push(result);
    order.onResult(result);
    isOver ||= order.isEnough(result);
  };
  await Promise.all(Array.from({ length: order.workers }, () => playInThread(order, next, take)));
  return results.sort((a, b) => a.seed - b.seed);
}

function playInThread(
  { breaks, shrinks }: WorkerOrder,
  next: () => number | null,
  take: (result: SeedResult) => void,
): Promise<void> {
  const seed = next();
  if (seed === null) return Promise.resolve();
  const workerData: WorkerOrder = { breaks, shrinks };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.on('message', (result: SeedResult) => {
      take(result);
      const following = next();
      if (following === null) void worker.terminate();
      else worker.postMessage(following);
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    worker.postMessage(seed);
  });
}

/** That many seeds, from a first one on. */
export function* seedsFrom(first: number, count: number): Iterable<number> {
  for (let place = 0; place < count; place += 1) yield first + place;
}
