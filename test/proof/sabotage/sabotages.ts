import { accounts } from './list/accounts.ts';
import { edges } from './list/edges.ts';
import { money } from './list/money.ts';
import { processes } from './list/processes.ts';
import { reading } from './list/reading.ts';
import { writing } from './list/writing.ts';
import type { Proof, Sabotage } from './sabotage.ts';

/** Every way to break the program that is known. */
export const sabotages: readonly Sabotage[] = [...writing, ...reading, ...edges, ...accounts, ...money, ...processes];

/** Those that a proof must find. */
export function sabotagesFor(proof: Proof): readonly Sabotage[] {
  return sabotages.filter(({ foundBy }) => foundBy[proof] !== undefined);
}

/** A few of those: one for each promise of the simulation, and one for each other proof, found within seconds. */
export function fewFor(proof: Proof): readonly Sabotage[] {
  const quick = sabotagesFor(proof).filter(({ foundBy }) => !('isSlow' in (foundBy[proof] ?? {})));
  const kindOf = ({ foundBy: { simulate } }: Sabotage) => (proof === 'simulate' ? simulate?.promise : proof);
  return quick.filter((sabotage, index) => quick.findIndex((other) => kindOf(other) === kindOf(sabotage)) === index);
}

/** @throws Error no sabotage has that name */
export function findSabotage(name: string | undefined): Sabotage {
  const found = sabotages.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no sabotage ${name}.`);
  return found;
}
