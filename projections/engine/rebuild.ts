import { isProven, presentEra } from '../sync/eras.ts';
import type { LogEra } from '../sync/protocol.ts';
import { type EngineClock, systemClock } from './clock.ts';
import type { Difference } from './differences.ts';
import { type EventLog, START } from './eventLog.ts';
import type { GenerationBuilder, MayGoOn, RunningBuild } from './generationBuilder.ts';
import { createProgressCounter, type Progress, type ProgressCounter } from './progress.ts';
import type { Projector } from './projector.ts';
import {
  type Commit,
  EmptyReadModels,
  ForeignReadModels,
  type Parked,
  type ReadStore,
  StaleReadModels,
} from './readStore.ts';

export interface BuildOptions {
  readonly builder: GenerationBuilder;
  readonly log: Pick<EventLog, 'head' | 'distance'>;
  readonly store: Pick<ReadStore, 'checkpoint' | 'stale'>;
  /** The projector of the live generation; without a running server, one that was not started. */
  readonly projector: Pick<Projector, 'exclusively'>;
  readonly onProgress?: (progress: Progress) => void;
  /** Whether this process still projects; where it does not, the build ends with what this throws. Default: it does. */
  readonly mayGoOn?: MayGoOn;
  readonly clock?: EngineClock;
}

/** The projections to build. */
interface Scope {
  /** Names of projections; default: all. */
  readonly only?: readonly string[] | undefined;
}

/** Findings of a rebuild or a verification. */
export interface BuildReport {
  readonly position: string;
  /** Events that were folded. */
  readonly events: number;
  /** Documents that differed from the fold of the log; a rebuild has corrected them. */
  readonly differences: readonly Difference[];
  /** Documents on which a fold failed. */
  readonly parked: readonly Parked[];
}

/** Most events left to fold when the projector pauses: a few milliseconds of work. */
const PAUSE_MAX_EVENTS = 200;

/**
 * Rebuilds read models from the log beside the live ones, while writes go on, compares the two and swaps them
 * (blueprint §5, P4). Only documents that differed are published. Parked documents get another try.
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
 * @throws EmptyReadModels
 * @throws ForeignReadModels
 * @throws StaleReadModels
 */
export async function verify(options: BuildOptions & Scope): Promise<BuildReport> {
  const { store, log } = options;
  const stale = await store.stale();
  if (stale.length > 0) throw new StaleReadModels(stale);
  // Of nothing, no document differs from a fold of no events.
  if ((await store.checkpoint()) === START && (await log.head()) !== START) throw new EmptyReadModels();
  return withBuild(options, options.only, async (build, counter) => {
    const report = await compare(options, build, counter, async () => null);
    await build.discard();
    return report;
  });
}

/**
 * Makes the read models ready for the projector: builds the projections whose folds have changed, or all, if the live
 * ones hold events that this log does not have (it was restored from a backup). `null` when there is nothing to do.
 * Called before the projector starts.
 *
 * @param options.eras of the log, the present one at the end
 */
export async function prepare(options: PrepareOptions): Promise<BuildReport | null> {
  const { store, eras } = options;
  const [isOwn, stale] = await Promise.all([isOfLog(options), store.stale()]);
  const report = isOwn && stale.length === 0 ? null : await begin(options, isOwn ? stale : undefined);
  await store.noteEra(presentEra(eras));
  return report;
}

/** Dependencies of a preparation: the log, and read models that may be of another one. */
export interface PrepareOptions extends BuildOptions {
  readonly log: Pick<EventLog, 'head' | 'distance' | 'recordingAt'>;
  readonly store: Pick<ReadStore, 'checkpoint' | 'stale' | 'lastRecording' | 'era' | 'noteEra'>;
  readonly eras: readonly LogEra[];
}

/**
 * Whether the live read models are a fold of this log: by the era that was noted in them, or by the event at their
 * checkpoint. Other processes begin eras at any time, and a projector that ended before it noted the newest has left
 * the event alone as a proof; after a build there is the era alone.
 */
async function isOfLog({ store, log, eras }: PrepareOptions): Promise<boolean> {
  const [position, era, head] = await Promise.all([store.checkpoint(), store.era(), log.head()]);
  if (position === START) return head === START;
  if (position > head) return false;
  if (era !== null && isProven(eras, { era, position })) return true;
  const recording = await store.lastRecording();
  return recording !== null && recording === (await log.recordingAt(position));
}

/** Whether the live read models are empty, or of another log, so that there is nothing to compare with. */
async function isFirst({ store, log }: BuildOptions): Promise<boolean> {
  const checkpoint = await store.checkpoint();
  return checkpoint === START || checkpoint > (await log.head());
}

async function withBuild(
  { builder, log, onProgress, mayGoOn = () => undefined, clock = systemClock }: BuildOptions,
  only: readonly string[] | undefined,
  work: (build: RunningBuild, counter: ProgressCounter) => Promise<BuildReport>,
): Promise<BuildReport> {
  const build = whileAllowed(await builder.begin(only, mayGoOn), mayGoOn);
  try {
    const counter = createProgressCounter(clock, log, await build.position(), onProgress);
    const report = await work(build, counter);
    await counter.settled();
    return report;
  } catch (error) {
    await build.discard();
    throw error;
  }
}

/** A build that takes no further step once it may not go on. */
function whileAllowed(build: RunningBuild, mayGoOn: MayGoOn): RunningBuild {
  const guarded = <Words extends unknown[], Result>(step: (...words: Words) => Promise<Result>) => {
    return async (...words: Words): Promise<Result> => {
      mayGoOn();
      return step(...words);
    };
  };
  return {
    advance: guarded(build.advance),
    compare: guarded(build.compare),
    async differences() {
      const found = await guarded(build.differences)();
      // Another projector may have gone on meanwhile: what differs then is no fault of the read models.
      mayGoOn();
      return found;
    },
    parked: build.parked,
    replace: guarded(build.replace),
    position: guarded(build.position),
    first: guarded(build.first),
    discard: build.discard,
  };
}

/**
 * Builds some projections and carries the others over, or builds all; replaces read models that cannot be compared.
 *
 * @param projections names; default: all
 */
function begin(options: BuildOptions, projections: readonly string[] | undefined): Promise<BuildReport> {
  const { log, store, projector } = options;
  // Carried collections stand at the live checkpoint; from there the projector catches up all of them.
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

/** Folds up to a position; returns the number of events read. */
function advance(build: RunningBuild, to: string, counter: ProgressCounter): Promise<number> {
  counter.aim(to);
  return build.advance(to, (events, position) => counter.add(events, position));
}
