import type { SeedResult } from './runSeed.ts';
import { SABOTAGES } from './sabotage.ts';
import { seedsFrom, simulate } from './simulate.ts';

/** Seeds within which each broken rule has to be found, from the one on that is known to find it. */
export const SABOTAGE_SEEDS_MAX = 120;

/** What the simulation made of one broken rule. */
export interface Caught {
  readonly name: string;
  readonly promise: string;
  readonly says: string;
  /** The first seed that broke the promise, of those that were tried; `null`: none did. */
  readonly seed: number | null;
  readonly problem: string;
}

/** Breaks one rule and plays seeds until one finds that its promise is broken. */
export async function breakOne(name: string, seeds: Iterable<number>): Promise<Caught> {
  const { promise, says } = SABOTAGES[name] ?? { promise: '', says: '' };
  const isFound = ({ findings }: SeedResult) => findings.some((finding) => finding.promise === promise);
  const order = { breaks: name, shrinks: false, workers: 1, seeds, isEnough: isFound, onResult: () => undefined };
  const found = (await simulate(order)).find(isFound);
  const problem = found?.findings.find((finding) => finding.promise === promise)?.problem ?? '';
  return { name, promise, says, seed: found?.seed ?? null, problem };
}

/** Breaks every rule in turn, a few at a time. */
export async function breakAll(workers: number, onCaught: (caught: Caught) => void): Promise<readonly Caught[]> {
  const names = Object.keys(SABOTAGES).values();
  const all: Caught[] = [];
  const work = async () => {
    for (const name of names) {
      const known = SABOTAGES[name]?.foundBy ?? 1;
      const caught = await breakOne(name, seedsFrom(known, SABOTAGE_SEEDS_MAX));
      all.push(caught);
      onCaught(caught);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return all;
}
