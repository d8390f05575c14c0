import { type BuildScope, buildScope } from '#projections/engine/buildScope.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import {
  BuildRunning,
  type GenerationBuilder,
  type MayGoOn,
  type RunningBuild,
} from '#projections/engine/generationBuilder.ts';
import { CheckpointMismatch, type Parked } from '#projections/engine/readStore.ts';
import { generationsOf, versionsOf } from '#projections/engine/versions.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { forCollections } from '../forCollections.ts';
import { type Begun, type LiveDocuments, MongoBuild } from './build.ts';
import { createBuildNotes, type PreparedRecord, signsOfLife } from './buildNotes.ts';
import { type GenerationDocuments, openGenerations } from './buildTarget.ts';
import { openDocuments } from './documents.ts';
import { changedAfter, createFeedIndexes } from './feed.ts';
import { newBuild } from './open.ts';
import type { MongoReadStore, ReadStoreParts } from './readStore.ts';
import { generationName, type LiveRecord, type Swap } from './records.ts';
import { splitCommit } from './split.ts';

export interface MongoBuilderOptions {
  readonly store: MongoReadStore;
  /** With personal data sealed. */
  readonly log: Pick<EventLog, 'readAll'>;
  readonly projections: readonly Projection[];
}

/**
 * Builds generations of read models in MongoDB, each collection's under a name of its own. The collections of other
 * projections are not copied: a swap names the same ones again.
 */
export function createMongoBuilder(options: MongoBuilderOptions): GenerationBuilder {
  const { explain } = options.store.parts.connection;
  let isRunning = false;
  return {
    async begin(names, mayGoOn = () => undefined) {
      if (isRunning) throw new BuildRunning();
      isRunning = true;
      let hasEnded = false;
      const ended = () => {
        if (!hasEnded) isRunning = false;
        hasEnded = true;
      };
      try {
        return explained(await startBuild(options, names, mayGoOn, ended), explain);
      } catch (error) {
        ended();
        throw explain(error);
      }
    },
  };
}

/** A build whose errors are those of its port. */
function explained(build: RunningBuild, explain: (error: unknown) => unknown): RunningBuild {
  const guard = <Words extends unknown[], Result>(step: (...words: Words) => Promise<Result>) => {
    return (...words: Words): Promise<Result> =>
      step(...words).catch((error: unknown) => {
        throw explain(error);
      });
  };
  return {
    advance: guard(build.advance),
    compare: guard(build.compare),
    differences: guard(build.differences),
    parked: guard(build.parked),
    replace: guard(build.replace),
    position: guard(build.position),
    first: guard(build.first),
    discard: guard(build.discard),
  };
}

/** A build under way: where it writes, and the state that it goes on from. */
export interface Workshop {
  readonly build: string;
  readonly scope: BuildScope;
  /** Names in the database of the generations that it builds. */
  readonly names: Readonly<Record<string, string>>;
  readonly target: GenerationDocuments;
  readonly begun: Begun;
}

/** Makes the collections of a build with their indexes, or takes up those of a prepared one. */
export async function openWorkshop(
  { connection: { db }, now }: ReadStoreParts,
  scope: BuildScope,
  prepared: PreparedRecord | null,
): Promise<Workshop> {
  const notes = createBuildNotes(db, now);
  const build = prepared?.build ?? newBuild();
  const folded = [...scope.table.collections.values()];
  const names = Object.fromEntries(folded.map(({ name }) => [name, generationName(name, build)] as const));
  await notes.begin(build, Object.values(names));
  await forCollections(folded, (collection) =>
    openDocuments(db, generationName(collection.name, build), collection).createIndexes(),
  );
  const target = openGenerations(db, scope.table.collections, names);
  const begun = prepared === null ? { position: START, parked: [] } : prepared;
  return { build, scope, names, target, begun };
}

async function startBuild(
  { store, log, projections }: MongoBuilderOptions,
  only: readonly string[] | undefined,
  mayGoOn: MayGoOn,
  ended: () => void,
): Promise<RunningBuild> {
  const { parts } = store;
  const { ledger } = parts;
  const notes = createBuildNotes(parts.connection.db, parts.now);
  const scope = buildScope(projections, only);
  const live = await ledger.current();
  await ledger.retire(await notes.dropUnused(live));
  // A build of everything begins anew: it replaces what is of another log, and what was prepared may be of it too.
  const versions = versionsOf(parts.declaration.projections);
  const prepared = only === undefined ? null : await notes.takePrepared(versions, live, scope.folded);
  const workshop = await openWorkshop(parts, scope, prepared);
  const { names, build: name, target, begun } = workshop;
  const giveSign = signsOfLife(notes, name);
  const alive = async () => {
    mayGoOn();
    await giveSign();
  };
  const build = new MongoBuild({ scope, log, target, live: liveDocuments(parts, scope), begun, alive });
  let parked: readonly Parked[] | null = null;

  /** Parked documents of this build and of the carried collections. */
  async function allParked(): Promise<readonly Parked[]> {
    const carried = (await store.parked()).filter(({ collection }) => scope.carried.includes(collection));
    return [...build.parked.values(), ...carried];
  }

  async function end(): Promise<void> {
    try {
      await notes.end(name);
    } finally {
      ended();
    }
  }

  return {
    position: async () => build.position,
    async advance(to, onEvents) {
      await notes.stillRuns(name);
      return build.advance(to, onEvents);
    },
    compare: () => build.compare(),
    differences: () => build.differences(),
    parked: async () => parked ?? allParked(),
    async replace(differences, position) {
      await notes.stillRuns(name);
      parked = await allParked();
      const rows = await build.correct(differences, position);
      const commit = { from: position, to: position, recording: null, rows, parked: [] };
      const batches = splitCommit(commit);
      // Corrections that one record cannot hold are made to the live generation first.
      for (const batch of batches.slice(0, -1)) await ledger.commit(batch);
      await ledger.commit(batches.at(-1) ?? commit, swapOf(parts, workshop, await ledger.base()));
      await end();
      return commit;
    },
    async first() {
      await notes.stillRuns(name);
      parked = await allParked();
      const live = await ledger.base();
      if (scope.carried.length > 0 && live.checkpoint !== build.position)
        throw new CheckpointMismatch(build.position, live.checkpoint);
      const swap = await firstSwap(parts, workshop, live, build.position);
      await ledger.commit({ from: live.checkpoint, to: build.position, recording: null, rows: [], parked: [] }, swap);
      await end();
    },
    async discard() {
      try {
        if (parked !== null && (await ledger.current()).generations.some((each) => each.build === name)) return;
        parked ??= await allParked();
        await notes.discard(name, Object.values(names));
      } finally {
        // Also while the database is away: its collections are dropped once the build counts as broken off.
        ended();
      }
    },
  };
}

/** Puts the built generations into the place of the live ones. */
function swapOf({ declaration, now }: ReadStoreParts, { scope, names, build }: Workshop, live: LiveRecord): Swap {
  const kept = live.generations.filter(({ projection }) => !scope.folded.includes(projection));
  const made = generationsOf(declaration, scope.folded, build);
  const declared = [...scope.all.collections.keys()];
  const collections = Object.fromEntries(
    declared.flatMap((name) => {
      const generation = names[name] ?? live.collections[name];
      return generation === undefined ? [] : [[name, generation] as const];
    }),
  );
  const standing = new Set(Object.values(collections));
  const replaced = Object.values(live.collections).filter((name) => !standing.has(name));
  const retired = [...live.retired, ...replaced.map((name) => ({ name, at: now() }))];
  return { generations: [...kept, ...made], collections, retired };
}

/** A swap after which all cursors are void. The feed of another log ends; one of the same log is kept for its past. */
async function firstSwap(parts: ReadStoreParts, workshop: Workshop, live: LiveRecord, position: string): Promise<Swap> {
  const { build, scope } = workshop;
  const swap = swapOf(parts, workshop, live);
  const begun = { lineage: build, floor: position, reducedRow: live.row };
  if (scope.carried.length > 0) return { ...swap, ...begun };
  const feed = generationName('feed', build);
  await createFeedIndexes(parts.ledger.feed(feed));
  const retired = [...swap.retired, { name: live.feed, at: parts.now() }];
  return { ...swap, ...begun, retired, feed, era: null };
}

/** The live generations of the collections that a build folds. */
export function liveDocuments({ connection, ledger }: ReadStoreParts, { table }: BuildScope): LiveDocuments {
  const documents = async () => openGenerations(connection.db, table.collections, (await ledger.recent()).collections);
  return {
    get: async (refs) => (await documents()).get(refs),
    scan: async (collection, after, limit) => (await documents()).scan(collection, after, limit),
    checkpoint: async () => (await ledger.current()).checkpoint,
    changedAfter: async (position) => changedAfter(ledger.feed((await ledger.current()).feed), position),
  };
}
