/**
 * `npm run bench`: measures the product beside the limits of the machine. It uses the product's own factories, in
 * separate processes where that matters; the product has no code for the bench.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { Command } from 'commander';
import { someOf } from '#scripts/cli/options.ts';
import { openBenchData } from './bench/benchData.ts';
import { type Row, unmeasured } from './bench/figure.ts';
import { figures } from './bench/figures.ts';
import { SCALES, type Scale } from './bench/scale.ts';
import { table } from './bench/table.ts';

interface Options {
  readonly json?: true;
  readonly only?: readonly string[];
  readonly quick?: true;
  readonly full?: true;
}

const GIB = 2 ** 30;
const print = (text: string) => void process.stderr.write(`${text}\n`);

function scaleOf({ quick, full }: Options): Scale {
  return quick === true ? 'quick' : full === true ? 'full' : 'default';
}

async function measure(options: Options): Promise<void> {
  const scale = scaleOf(options);
  const wanted = figures.filter(
    ({ name, from }) => options.only?.includes(name) ?? SCALES.indexOf(from) <= SCALES.indexOf(scale),
  );
  const benchData = await openBenchData(scale, (text) => print(`  ${text}`));
  const rows: Row[] = [];
  const missing = (text: string) => {
    print(text);
    process.exitCode = 1;
  };
  try {
    for (const { name, measure: take } of wanted) {
      print(`${name} (load ${loadavg()[0]?.toFixed(1)})`);
      try {
        rows.push(...(await take(benchData)));
      } catch (error) {
        // The others are still worth having.
        missing(`${name} could not be measured: ${error instanceof Error ? error.stack : error}`);
      }
      await benchData.endFigure();
    }
  } finally {
    await benchData.endFigure();
    await benchData.close();
  }
  for (const figure of unmeasured(rows)) missing(`${figure} could not be measured.`);
  if (options.json === true) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else process.stdout.write(`${machine()}\n\n${table(rows)}\n`);
}

function machine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / GIB)} GiB`;
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, Node ${process.version}, ${cpus().length} × ${first?.model.trim()}, ${memory}, load ${loadavg()[0]?.toFixed(1)}`;
}

const names = figures.map(({ name }) => name);
await new Command('bench')
  .description('measures the program beside the limits of this machine')
  .option('--json', 'an array of {figure, value, unit, limit, ratio, goal, met}')
  .option('--only <names>', `only these: ${names.join(', ')}`, someOf('figure', names))
  .option('--quick', 'the short form, under a minute')
  .option('--full', 'the long form, with a log of 1,000,000 events')
  .action(measure)
  .parseAsync();
process.exit();
