import { Command } from 'commander';
import * as z from 'zod/mini';
import { build } from './cli/build.ts';
import { CliFailure, EXIT, type ExitCode } from './cli/failure.ts';
import type { Io } from './cli/io.ts';
import { dataOption, jsonOption } from './cli/options.ts';
import { order } from './cli/order.ts';

const statusSchema = z.object({
  state: z.string(),
  reason: z.nullable(z.string()),
  position: z.string(),
  head: z.nullable(z.string()),
  /** Events by which the read models lag behind the log. */
  lag: z.nullable(z.number()),
  eventsPerSecond: z.number(),
  generation: z.string(),
  projections: z.array(
    z.object({
      name: z.string(),
      version: z.int(),
      generation: z.nullable(z.string()),
      isStale: z.boolean(),
      collections: z.array(z.string()),
    }),
  ),
  parked: z.array(z.object({ collection: z.string(), key: z.string(), position: z.string(), error: z.string() })),
  reactors: z.array(
    z.object({
      name: z.string(),
      position: z.string(),
      parked: z.array(
        z.object({
          type: z.string(),
          stream: z.string(),
          revision: z.int(),
          position: z.string(),
          problem: z.string(),
        }),
      ),
      problem: z.nullable(z.string()),
    }),
  ),
  /** `null`: no server runs, so nothing follows. */
  search: z.nullable(
    z.object({
      problem: z.nullable(z.string()),
      indexes: z.array(
        z.object({
          name: z.string(),
          state: z.string(),
          /** Left out by a server of an older release. */
          isFixed: z.optional(z.boolean()),
          position: z.nullable(z.string()),
          parked: z.array(z.object({ key: z.string(), error: z.string() })),
          hasUnlisted: z.boolean(),
        }),
      ),
    }),
  ),
});
type Status = z.infer<typeof statusSchema>;

interface StatusOptions {
  readonly data: string;
  readonly json?: true;
}

async function statusOf(data: string): Promise<Status> {
  return statusSchema.parse(await order(data, 'projections', null, () => undefined));
}

/** Prints the status of the read models and the reactors. */
export async function runProjections({ data, json }: StatusOptions, io: Io): Promise<ExitCode> {
  const status = await statusOf(data);
  if (json === true) io.print(JSON.stringify(status));
  else printStatus(status, io);
  const { search } = status;
  const isSearchWell =
    search === null || (search.problem === null && search.indexes.every(({ parked }) => parked.length === 0));
  const areReactorsWell = status.reactors.every(({ parked, problem }) => problem === null && parked.length === 0);
  const isWell = isSearchWell && areReactorsWell && status.parked.length === 0;
  return isWell ? EXIT.ok : EXIT.finding;
}

function printStatus(status: Status, io: Io): void {
  const { state, reason, position, head, lag, generation, parked, reactors } = status;
  io.print(
    `state       ${state === 'idle' ? 'at rest, no server runs' : state}${reason === null ? '' : `: ${reason}`}`,
  );
  io.print(`position    ${position} of ${head ?? 'unknown'}`);
  io.print(`lag         ${lag === null ? 'unknown' : `${lag} events`}`);
  io.print(`speed       ${status.eventsPerSecond} events/s`);
  io.print(`generation  ${generation}`);
  for (const projection of status.projections) io.print(lineOf(projection, status));
  io.print(`parked      ${parked.length}`);
  for (const { collection, key, position: at, error } of parked) io.print(`  ${collection} ${key} at ${at}: ${error}`);
  for (const reactor of reactors) printReactor(reactor, io);
  if (status.search !== null) printSearch(status.search, io);
}

function printReactor({ name, position, parked, problem }: Status['reactors'][number], io: Io): void {
  const trouble = problem === null ? '' : `: ${problem}`;
  io.print(`reactor     ${name.padEnd(8)} at ${position}, parked ${parked.length}${trouble}`);
  for (const { type, stream, revision, position: at, problem: why } of parked) {
    io.print(`  ${type} ${stream}@${revision} at ${at}: ${why}`);
  }
}

function printSearch({ problem, indexes }: NonNullable<Status['search']>, io: Io): void {
  for (const { name, state, isFixed, position, parked, hasUnlisted } of indexes) {
    const where = isFixed === true ? 'of the source' : `at ${position ?? 'unknown'}`;
    const count = `${parked.length}${hasUnlisted ? ' and more' : ''}`;
    io.print(`search      ${name.padEnd(8)} ${state}, ${where}, parked ${count}`);
    for (const { key, error } of parked) io.print(`  ${key}: ${error}`);
  }
  if (problem !== null) io.print(`search      ${problem}`);
}

/** A projection with its version, generation, position, lag and parked documents. */
function lineOf(
  { name, version, generation, isStale, collections }: Status['projections'][number],
  { position, lag, parked }: Status,
): string {
  if (isStale) return `projection  ${name.padEnd(8)} version ${version}, not built yet`;
  const own = parked.filter(({ collection }) => collections.includes(collection)).length;
  return `projection  ${name.padEnd(8)} version ${version}, generation ${generation}, at ${position}, lag ${lag ?? 'unknown'}, parked ${own}`;
}

interface RetryOptions {
  readonly data: string;
  readonly all?: true;
}

/** Folds parked documents again from the log: one, or all. */
export async function runRetry(
  collection: string | undefined,
  key: string | undefined,
  { data, all }: RetryOptions,
  io: Io,
): Promise<ExitCode> {
  const isOne = collection !== undefined && key !== undefined;
  if (isOne === (all === true)) {
    throw new CliFailure('Name a parked document by collection and key, or give --all.', EXIT.usage);
  }
  const isMeant = (document: { collection: string; key: string }) =>
    all === true || (document.collection === collection && document.key === key);

  const { parked } = await statusOf(data);
  const meant = parked.filter(isMeant);
  if (meant.length === 0) {
    io.report(isOne ? `${collection} ${key} is not parked.` : 'Nothing is parked.');
    return isOne ? EXIT.finding : EXIT.ok;
  }
  const report = await build(data, 'projections.retry');
  const still = report.parked.filter(isMeant);
  for (const document of still) io.print(`${document.collection} ${document.key}: still parked: ${document.error}`);
  io.report(`${meant.length - still.length} of ${meant.length} parked documents follow the log again.`);
  return still.length === 0 ? EXIT.ok : EXIT.finding;
}

/** `quad projections` and `quad projections retry`. */
export function projectionsVerb(io: Io, end: (code: ExitCode) => void): Command {
  const retry = new Command('retry')
    .description('fold parked documents again from the log (a rebuild, which tries all of them)')
    .argument('[collection]')
    .argument('[key]')
    .addOption(dataOption())
    .option('--all', 'all parked documents')
    .action(async (collection: string | undefined, key: string | undefined, options: RetryOptions) =>
      end(await runRetry(collection, key, options, io)),
    );
  return (
    new Command('projections')
      // An option behind `retry` belongs to `retry`.
      .enablePositionalOptions()
      .description(
        'each projection with version, generation, position, lag and parked documents; how reactors and search are doing',
      )
      .addOption(dataOption())
      .addOption(jsonOption())
      .addCommand(retry)
      .action(async (options: StatusOptions) => end(await runProjections(options, io)))
  );
}
