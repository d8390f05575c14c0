import { isProven, presentEra } from '../sync/eras.ts';
import type { LogEra } from '../sync/protocol.ts';
import { type EngineClock, systemClock } from './clock.ts';
import type { Difference } from './differences.ts';
import { type EventLog, START } from './eventLog.ts';
import type { GenerationBuilder, RunningBuild } from './generationBuilder.ts';
import { createTally, type Progress, type Tally } from './progress.ts';
import type { Projector } from './projector.ts';
import { type Commit, ForeignReadModels, type Parked, type ReadStore } from './readStore.ts';

export interface BuildOptions {
  readonly builder: GenerationBuilder;
  readonly log: Pick<EventLog, 'head'>;
  readonly store: Pick<ReadStore, 'checkpoint'>;
  /** The projector of the live generation; where no server runs, one that was not started. */
  readonly projector: Pick<Projector, 'exclusively'>;
  readonly onProgress?: (progress: Progress) => void;
  readonly clock?: EngineClock;
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
 * Builds the read models anew from the log, beside the live ones while writes go on, compares them and swaps them in
 * (blueprint §5, P4). Readers are told only of documents that differed. Parked documents are tried again by it.
 *
 * @throws BuildRunning
 */
export function rebuild(options: BuildOptions): Promise<BuildReport> {
  return withBuild(options, async (build, tally) => {
    if (await isFirst(options)) return beginFirst(options, build, tally);
    return compare(options, build, tally, (differences, position) => build.replace(differences, position));
  });
}

/**
 * Compares the live read models with the fold of the log (P4) and changes nothing.
 *
 * @throws BuildRunning
 * @throws ForeignReadModels
 */
export function verify(options: BuildOptions): Promise<BuildReport> {
  return withBuild(options, async (build, tally) => {
    const report = await compare(options, build, tally, async () => null);
    await build.discard();
    return report;
  });
}

/**
 * Makes the read models fit to be caught up live: builds the first generation of a new fold version, or in the place of
 * one that was folded from events which this log does not hold (it was restored from a backup). `null` when there is
 * nothing to do. Called before the projector starts.
 *
 * @param options.eras of the log, the present one at the end
 */
export async function prepare(
  options: BuildOptions & { readonly store: EraNotes; readonly eras: readonly LogEra[] },
): Promise<BuildReport | null> {
  const { store, eras } = options;
  const report = (await isFit(options))
    ? null
    : await withBuild(options, (build, tally) => beginFirst(options, build, tally));
  await store.noteEra(presentEra(eras));
  return report;
}

type EraNotes = Pick<ReadStore, 'checkpoint' | 'era' | 'noteEra'>;

/** Whether the live generation is a fold of this log. */
async function isFit({
  store,
  log,
  eras,
}: BuildOptions & { readonly store: EraNotes; readonly eras: readonly LogEra[] }): Promise<boolean> {
  const [position, era, head] = await Promise.all([store.checkpoint(), store.era(), log.head()]);
  if (position === START) return head === START;
  return position <= head && era !== null && isProven(eras, { era, position });
}

/** Whether the live generation is empty, or of another log: then there is nothing to compare with. */
async function isFirst({ store, log }: BuildOptions): Promise<boolean> {
  const checkpoint = await store.checkpoint();
  return checkpoint === START || checkpoint > (await log.head());
}

async function withBuild(
  { builder, onProgress = () => undefined, clock = systemClock }: BuildOptions,
  work: (build: RunningBuild, tally: Tally) => Promise<BuildReport>,
): Promise<BuildReport> {
  const build = await builder.begin();
  try {
    return await work(build, createTally(clock, START, onProgress));
  } catch (error) {
    await build.discard();
    throw error;
  }
}

async function beginFirst({ log, projector }: BuildOptions, build: RunningBuild, tally: Tally): Promise<BuildReport> {
  await advance(build, await log.head(), tally);
  await projector.exclusively(async () => {
    tally.enter('swapping');
    await advance(build, await log.head(), tally);
    await build.first();
    return null;
  });
  return { position: tally.position, events: tally.events, differences: [], parked: await build.parked() };
}

async function compare(
  { projector, store }: BuildOptions,
  build: RunningBuild,
  tally: Tally,
  conclude: (differences: readonly Difference[], position: string) => Promise<Commit | null>,
): Promise<BuildReport> {
  let left: number;
  do left = await advance(build, await store.checkpoint(), tally);
  while (left > PAUSE_MAX_EVENTS);
  tally.enter('comparing');
  await build.look();

  let differences: readonly Difference[] = [];
  await projector.exclusively(async (position) => {
    tally.enter('swapping');
    await advance(build, position, tally);
    if (tally.position !== position) throw new ForeignReadModels(position, tally.position);
    differences = await build.settle();
    return conclude(differences, position);
  });
  return { position: tally.position, events: tally.events, differences, parked: await build.parked() };
}

/** Folds up to a position; answers how many events that took. */
function advance(build: RunningBuild, to: string, tally: Tally): Promise<number> {
  tally.aim(to);
  return build.advance(to, (events, position) => tally.add(events, position));
}
