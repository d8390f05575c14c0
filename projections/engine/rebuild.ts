import { isProven, presentEra } from '../sync/eras.ts';
import type { LogEra } from '../sync/protocol.ts';
import { type EngineClock, systemClock } from './clock.ts';
import type { Difference } from './differences.ts';
import { type EventLog, START } from './eventLog.ts';
import type { GenerationBuilder, RunningBuild } from './generationBuilder.ts';
import { createProgressCounter, type Progress, type ProgressCounter } from './progress.ts';
import type { Projector } from './projector.ts';
import { type Commit, ForeignReadModels, type Parked, type ReadStore, StaleReadModels } from './readStore.ts';

export interface BuildOptions {
  readonly builder: GenerationBuilder;
  readonly log: Pick<EventLog, 'head'>;
  readonly store: Pick<ReadStore, 'checkpoint' | 'stale'>;
  /** The projector of the live generation; where no server runs, one that was not started. */
  readonly projector: Pick<Projector, 'exclusively'>;
  readonly onProgress?: (progress: Progress) => void;
  readonly clock?: EngineClock;
}

/** What a build is for: some projections, or all. */
interface Scope {
  /** Names of projections; all when left out. */
  readonly only?: readonly string[] | undefined;
}

/** What a rebuild or a verification found. */
export interface BuildReport {
  readonly position: string;
  /** Events that were folded. */
  readonly events: number;
  /** Documents that were not what the log says; a rebuild has corrected them. */
  readonly differences: readonly Difference[];
  /** Documents that some event could not be folded into. */
  readonly parked: readonly Parked[];
}

/** Events that may be left to fold when the projector pauses: a few milliseconds. */
const PAUSE_MAX_EVENTS = 200;

/**
 * Builds read models anew from the log, beside the live ones while writes go on, compares them and swaps them in
 * (blueprint §5, P4). Readers are told only of documents that differed. Parked documents are tried again by it.
 *
 * @throws BuildRunning
 */
export async function rebuild(options: BuildOptions & Scope): Promise<BuildReport> {
  if (await isFirst(options)) return begin(options, undefined);
  const stale = await options.store.stale();
  if (stale.length > 0) return begin(options, [...new Set([...stale, ...(options.only ?? [])])]);
  return withBuild(options, options.only, (build, counter) =>
    compare(options, build, counter, (differences, position) => build.replace(differences, position)),
  );
}

/**
 * Compares the live read models with the fold of the log (P4) and changes nothing.
 *
 * @throws BuildRunning
 * @throws ForeignReadModels
 * @throws StaleReadModels
 */
export async function verify(options: BuildOptions & Scope): Promise<BuildReport> {
  const stale = await options.store.stale();
  if (stale.length > 0) throw new StaleReadModels(stale);
  return withBuild(options, options.only, async (build, counter) => {
    const report = await compare(options, build, counter, async () => null);
    await build.discard();
    return report;
  });
}

/**
 * Makes the read models fit to be caught up live: builds the projections whose folds have changed, and all of them in the
 * place of those that were folded from events which this log does not hold (it was restored from a backup). `null` when
 * there is nothing to do. Called before the projector starts.
 *
 * @param options.eras of the log, the present one at the end
 */
export async function prepare(
  options: BuildOptions & { readonly store: EraNotes; readonly eras: readonly LogEra[] },
): Promise<BuildReport | null> {
  const { store, eras } = options;
  const [isOwn, stale] = await Promise.all([isOfLog(options), store.stale()]);
  const report = isOwn && stale.length === 0 ? null : await begin(options, isOwn ? stale : undefined);
  await store.noteEra(presentEra(eras));
  return report;
}

type EraNotes = Pick<ReadStore, 'checkpoint' | 'stale' | 'era' | 'noteEra'>;

/** Whether the live read models are a fold of this log. */
async function isOfLog({
  store,
  log,
  eras,
}: BuildOptions & { readonly store: EraNotes; readonly eras: readonly LogEra[] }): Promise<boolean> {
  const [position, era, head] = await Promise.all([store.checkpoint(), store.era(), log.head()]);
  if (position === START) return head === START;
  return position <= head && era !== null && isProven(eras, { era, position });
}

/** Whether the live read models are empty, or of another log: then there is nothing to compare with. */
async function isFirst({ store, log }: BuildOptions): Promise<boolean> {
  const checkpoint = await store.checkpoint();
  return checkpoint === START || checkpoint > (await log.head());
}

async function withBuild(
  { builder, onProgress = () => undefined, clock = systemClock }: BuildOptions,
  only: readonly string[] | undefined,
  work: (build: RunningBuild, counter: ProgressCounter) => Promise<BuildReport>,
): Promise<BuildReport> {
  const build = await builder.begin(only);
  try {
    return await work(build, createProgressCounter(clock, await build.position(), onProgress));
  } catch (error) {
    await build.discard();
    throw error;
  }
}

/**
 * Builds some projections, beside which the others are carried over, or all; in the place of what can't be compared.
 *
 * @param projections names; all when left out
 */
function begin(options: BuildOptions, projections: readonly string[] | undefined): Promise<BuildReport> {
  const { log, store, projector } = options;
  // What is carried over stands at the live checkpoint; the projector catches up with all of them from there.
  const end = () => (projections === undefined ? log.head() : store.checkpoint());
  return withBuild(options, projections, async (build, counter) => {
    await advance(build, await end(), counter);
    await projector.exclusively(async () => {
      counter.enter('swapping');
      await advance(build, await end(), counter);
      await build.first();
      return null;
    });
    return { position: counter.position, events: counter.events, differences: [], parked: await build.parked() };
  });
}

async function compare(
  { projector, store }: BuildOptions,
  build: RunningBuild,
  counter: ProgressCounter,
  conclude: (differences: readonly Difference[], position: string) => Promise<Commit | null>,
): Promise<BuildReport> {
  let left: number;
  do left = await advance(build, await store.checkpoint(), counter);
  while (left > PAUSE_MAX_EVENTS);
  counter.enter('comparing');
  await build.compare();

  let differences: readonly Difference[] = [];
  await projector.exclusively(async (position) => {
    counter.enter('swapping');
    await advance(build, position, counter);
    if (counter.position !== position) throw new ForeignReadModels(position, counter.position);
    differences = await build.differences();
    return conclude(differences, position);
  });
  return { position: counter.position, events: counter.events, differences, parked: await build.parked() };
}

/** Folds up to a position; answers how many events that took. */
function advance(build: RunningBuild, to: string, counter: ProgressCounter): Promise<number> {
  counter.aim(to);
  return build.advance(to, (events, position) => counter.add(events, position));
}
