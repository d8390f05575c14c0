/**
 * `npm run fuzz`: sends hostile inputs to a real server and watches it from outside. The inputs follow from a seed; a
 * finding is stored in a file that `--replay` sends again.
 */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { someOf, wholeNumber } from '#scripts/cli/options.ts';
import { createBar } from '#scripts/cli/progressBar.ts';
import { type CampaignReport, runCampaign, SEARCH_MAX_MS } from './fuzz/campaign.ts';
import { inputsOfFinding, keepFinding, readFinding } from './fuzz/findingFile.ts';
import { KINDS, type Kind, type Numbered } from './fuzz/input.ts';
import { inputOf } from './fuzz/inputs.ts';
import { signUpAll } from './fuzz/members.ts';
import { reportText } from './fuzz/reportText.ts';
import { Secrets } from './fuzz/secrets.ts';
import { startTarget } from './fuzz/target.ts';
import { createWorld, TEXT_CANARY, type World } from './fuzz/world.ts';
import { sabotagesFor } from './sabotage/sabotages.ts';

const DEFAULT_INPUTS = 20_000;
/** Enough that the brakes on one person do not slow the whole run; more in a long run. */
const MEMBERS_MIN = 96;
const MEMBERS_MAX = 512;
const INPUTS_PER_MEMBER = 1_000;
const MAX_SEED = 1_000_000_000;

interface Options {
  readonly inputs: number;
  readonly seed?: number;
  readonly only?: readonly Kind[];
  readonly members?: number;
  readonly port: number;
  readonly break?: string;
  readonly replay?: string;
  readonly json?: true;
}

/** The inputs: drawn from a seed, or read from a stored finding. */
interface Plan {
  readonly seed: number;
  readonly members: number;
  readonly count: number;
  readonly inputs: (world: World) => Iterable<Numbered>;
}

const progress = (text: string) => void process.stderr.write(`${text}\n`);

async function planOf(options: Options): Promise<Plan> {
  if (options.replay !== undefined) {
    const kept = await readFinding(options.replay);
    const inputs = inputsOfFinding(kept);
    return { seed: kept.seed, members: kept.members, count: inputs.length, inputs: () => inputs };
  }
  const { inputs: count, only = KINDS, seed = randomInt(MAX_SEED) } = options;
  const needed = Math.ceil(count / INPUTS_PER_MEMBER);
  const { members = Math.min(MEMBERS_MAX, Math.max(MEMBERS_MIN, needed)) } = options;
  return {
    seed,
    members,
    count,
    *inputs(world) {
      for (let number = 1; number <= count; number += 1) yield inputOf(world, number, only);
    },
  };
}

async function send({ seed, members, count, inputs }: Plan, options: Options): Promise<CampaignReport> {
  const world = await createWorld(seed, members);
  const secrets = new Secrets();
  secrets.add('text of a person', TEXT_CANARY);
  const target = await startTarget(options.port, options.break);
  const bar = createBar('{bar} {value}/{total} inputs · {findings} findings', { findings: 0 });
  try {
    progress(`Seed ${seed}: ${members} members sign up …`);
    const cookies = await signUpAll(target.port, world, secrets);
    return await runCampaign({
      target,
      cookies,
      secrets,
      inputs: inputs(world),
      count,
      ...(options.only?.join() === 'searches' && { maxMs: { searches: SEARCH_MAX_MS } }),
      onProgress: (done, findings) => bar.update(done, count, { findings }),
    });
  } finally {
    bar.stop();
    await target.stop();
  }
}

async function fuzz(options: Options): Promise<void> {
  const plan = await planOf(options);
  const report = await send(plan, options);
  const files = await Promise.all(
    report.findings.map((finding, index) => keepFinding(finding, plan.seed, plan.members, index)),
  );
  if (options.json === true) {
    const findings = report.findings.map(({ what, at }, index) => ({ what, at, file: files[index] }));
    process.stdout.write(`${JSON.stringify({ seed: plan.seed, ...report, findings }, null, 2)}\n`);
  } else {
    process.stdout.write(reportText(report, plan.seed, files));
  }
  process.exitCode = report.findings.length > 0 ? 1 : 0;
}

await new Command('fuzz')
  .description('sends a real server valid, nearly valid and hostile inputs, and watches it')
  .option('--inputs <number>', 'how many', wholeNumber(), DEFAULT_INPUTS)
  .option('--seed <number>', 'from which they follow; a new one unless given', wholeNumber(0))
  .option('--only <kinds>', `only these: ${KINDS.join(', ')}`, someOf('kind', KINDS))
  .option(
    '--members <number>',
    'signed-in people who send them; as many as the inputs need unless given',
    wholeNumber(),
  )
  .option('--port <number>', 'port of the server; 0 lets the system choose', wholeNumber(0), 0)
  .option('--replay <file>', 'sends the inputs of a kept finding again')
  .option('--json', 'the report as JSON')
  .addOption(
    new Option('--break <name>', 'break the program on purpose first; the run must find it').choices(
      sabotagesFor('fuzz').map(({ name }) => name),
    ),
  )
  .action(fuzz)
  .parseAsync();
