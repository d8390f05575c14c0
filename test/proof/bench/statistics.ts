/** The value below which a share of the values lies; `NaN` of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const MS_PER_SECOND = 1_000;

/** Runs a task repeatedly, that many at a time, until the time is up; returns the duration of each. */
export async function forAWhile(
  milliseconds: number,
  workers: number,
  once: (worker: number, turn: number) => Promise<unknown>,
): Promise<{ readonly perSecond: number; readonly latencies: readonly number[] }> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const work = async (worker: number) => {
    for (let turn = 0; performance.now() - startedAt < milliseconds; turn += 1) {
      const from = performance.now();
      await once(worker, turn);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { perSecond: (latencies.length * MS_PER_SECOND) / (performance.now() - startedAt), latencies };
}

/** Milliseconds that something takes. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

/** Runs a task for each item, that many at a time. */
export async function inParallel<T>(items: Iterable<T>, workers: number, act: (item: T) => Promise<unknown>) {
  const iterator = items[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: workers }, work));
}
