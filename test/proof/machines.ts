/**
 * `npm run machines`: measures what each unit of work costs on this machine, plays a network of campuses on ten machines
 * with these costs on a virtual clock, and finds the load at which changes come to other screens too late. Exit codes: 0
 * done, 2 asked wrongly.
 */
import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '#scripts/cli/options.ts';
import { openBenchData } from './bench/benchData.ts';
import { findCapacity } from './machines/capacity.ts';
import { type Layout, type Role, roles, TEN_MACHINES } from './machines/layout.ts';
import { measure } from './machines/measure.ts';
import { play } from './machines/play.ts';
import { bottlenecks, costPerThousand, report, tryLine } from './machines/report.ts';

interface Options {
  readonly layout: Layout;
  readonly price: number;
  readonly seconds: number;
  readonly seed: number;
  readonly json?: true;
}

const print = (text: string) => void process.stderr.write(`${text}\n`);

async function run({ layout, price, seconds, seed, json }: Options): Promise<void> {
  const benchData = await openBenchData('quick', (text) => print(`  ${text}`));
  try {
    const measured = await measure(benchData, print);
    await benchData.endFigure();
    const { costs, socketBytes } = measured;
    const capacity = await findCapacity(async (students) => {
      const played = await play({ costs, layout, students, seconds, seed });
      print(tryLine(played));
      return played;
    });
    const { most, tooMuch } = capacity;
    const summary = {
      ...{ layout, costs, load: most.load, machines: most.machines, saturates: bottlenecks(tooMuch, socketBytes) },
      screens: { p50: most.screens.quantile(0.5), p99: most.screens.quantile(0.99) },
      perThousand: costPerThousand(most, layout, price),
    };
    const text = json === true ? JSON.stringify(summary, null, 2) : report(measured, layout, capacity, price);
    process.stdout.write(`${text}\n`);
  } finally {
    await benchData.endFigure();
    await benchData.close();
  }
}

/** `api=2,hub=3`: the others as by default. */
function layoutOf(text: string): Layout {
  const layout: Record<Role, number> = { ...TEN_MACHINES };
  for (const part of text.split(',')) {
    const [, role = '', count = ''] = /^([a-zA-Z]+)=([1-9]\d?)$/.exec(part.trim()) ?? [];
    if (!(roles as readonly string[]).includes(role)) {
      throw new InvalidArgumentError(
        `It takes roles with a number, such as api=2,hub=3; roles are ${roles.join(', ')}.`,
      );
    }
    layout[role as Role] = Number(count);
  }
  return layout;
}

function price(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It takes a price above 0.');
  return value;
}

await new Command('machines')
  .description('finds how many students ten machines take, what saturates first, and what 1,000 students cost')
  .option('--layout <machines>', 'machines of each role, such as api=2,hub=3', layoutOf, TEN_MACHINES)
  .option('--price <dollars>', 'of a machine and hour', price, 0.05)
  .option('--seconds <count>', 'of the busiest hour that each try plays', wholeNumber(), 10)
  .option('--seed <number>', 'of chance', wholeNumber(0), 1)
  .option('--json', 'prints the result as JSON')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .action(run)
  .parseAsync();
process.exit();
