/**
 * `npm run sabotage`: breaks the program on purpose in every way that is known, and says which proof finds each: a proof
 * that cannot fail proves nothing. Exit code 1: something was not found.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { someOf } from '#scripts/cli/options.ts';
import { find } from './sabotage/find.ts';
import { SEEDS_MAX } from './sabotage/findBySimulation.ts';
import { PROOFS, type Proof, type Sabotage } from './sabotage/sabotage.ts';
import { fewFor, sabotages, sabotagesFor } from './sabotage/sabotages.ts';

const LISTS = ['writing', 'reading', 'edges', 'accounts', 'money', 'processes'].map((list) =>
  join(import.meta.dirname, 'sabotage', 'list', `${list}.ts`),
);

interface Options {
  readonly proof?: readonly Proof[];
  readonly few?: true;
  readonly reseed?: true;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function run(names: readonly string[], { proof: proofs = PROOFS, few, reseed }: Options): Promise<void> {
  for (const proof of reseed === true ? (['simulate'] as const) : proofs) {
    const wanted = (few === true ? fewFor : sabotagesFor)(proof).filter(
      ({ name }) => names.length === 0 || names.includes(name),
    );
    const queue = wanted.values();
    const lane = async () => {
      for (const sabotage of queue) await tryOne(proof, sabotage, reseed === true);
    };
    // Stories are played in threads; the other proofs fill the machine by themselves.
    await Promise.all(Array.from({ length: proof === 'simulate' ? availableParallelism() : 1 }, lane));
  }
}

async function tryOne(proof: Proof, sabotage: Sabotage, isReseeded: boolean): Promise<void> {
  const { finding, seed } = await find(proof, sabotage);
  const by = seed === undefined ? proof : `${proof}, seed ${seed}`;
  print(`${sabotage.name} (${sabotage.says})\n  ${finding === null ? 'NOT FOUND' : `${by}: ${finding}`}`);
  if (finding === null) {
    process.exitCode = 1;
    if (proof === 'simulate') print(adviceOn(sabotage));
  } else if (isReseeded && seed !== undefined) {
    writeSeed(sabotage, seed);
  } else if (seed !== undefined && seed !== sabotage.foundBy.simulate?.seed) {
    print(`  seed ${sabotage.foundBy.simulate?.seed} no longer finds it: run "npm run sabotage -- --reseed"`);
  }
}

/** The way on when no story finds a sabotage any more. */
function adviceOn({ name }: Sabotage): string {
  return (
    `  None of ${SEEDS_MAX} seeds finds it. If the stories have changed, make them reach it more often ` +
    `(test/proof/simulate/troubles.ts); "npm run simulate -- --seeds 2000 --first --break ${name}" looks further.`
  );
}

/** Writes the seed that finds a sabotage into its list. */
function writeSeed({ name, foundBy }: Sabotage, seed: number): void {
  if (foundBy.simulate?.seed === seed) return;
  for (const list of LISTS) {
    const text = readFileSync(list, 'utf8');
    const entry = text.indexOf(`name: '${name}'`);
    if (entry < 0) continue;
    const changed = text.slice(entry).replace(/seed: \d+/, `seed: ${seed}`);
    writeFileSync(list, text.slice(0, entry) + changed);
    print(`  written into ${list}`);
  }
}

await new Command('sabotage')
  .description('breaks the program on purpose, one place at a time, and has the proofs find it')
  .argument('[names...]', `only these: ${sabotages.map(({ name }) => name).join(', ')}`)
  .option('--proof <names>', `only by these: ${PROOFS.join(', ')}`, someOf('proof', PROOFS))
  .option('--few', 'only one for each promise of the simulation, and one for each other proof: half a minute')
  .option('--reseed', 'writes the seeds of stories that find them into the lists')
  .action(run)
  .parseAsync();
