import type { SeedResult } from '../simulate/runSeed.ts';
import { seedsFrom, simulate } from '../simulate/simulate.ts';
import type { FoundBySimulation, Sabotage } from './sabotage.ts';

/** Seeds within which the simulation has to find a sabotage, beside the one that is known to. */
export const SEEDS_MAX = 120;

/** The simulation's result on a sabotage. */
export interface FoundInStory {
  /** The first seed that broke the promise, of those that were tried; `null`: none did. */
  readonly seed: number | null;
  readonly problem: string;
}

/** Plays stories on the broken program, that of the known seed first, until one finds that the promise is broken. */
export async function findBySimulation(
  { name }: Sabotage,
  { promise, seed }: FoundBySimulation,
  more = SEEDS_MAX,
): Promise<FoundInStory> {
  const isFound = ({ findings }: SeedResult) => findings.some((finding) => finding.promise === promise);
  const seeds = [seed, ...seedsFrom(1, more)];
  const order = { breaks: name, shrinks: false, workers: 1, seeds, isEnough: isFound, onResult: () => undefined };
  const found = (await simulate(order)).find(isFound);
  const problem = found?.findings.find((finding) => finding.promise === promise)?.problem ?? '';
  return { seed: found?.seed ?? null, problem };
}
