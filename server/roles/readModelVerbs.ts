import * as z from 'zod/mini';
import type { EventLog } from '#projections/engine/eventLog.ts';
import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import type { ProjectionGeneration, ReadStore } from '#projections/engine/readStore.ts';
import { type BuildOptions, rebuild, verify } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { SearchProjector } from '../searchIndex/searchProjector.ts';
import { ControlFailed, type ControlVerb } from './control.ts';
import type { ProjectorRole } from './projector.ts';
import type { WorkersReactor } from './worker.ts';

/** Names of the projections to build; `null`: all. */
const scopeSchema = z.nullable(z.strictObject({ only: z.array(z.string()) }));

/** Parts of the read models. */
export interface ReadModelParts {
  readonly log: EventLog;
  readonly store: Pick<EventStore, 'distance'>;
  readonly readStore: ReadStore;
  readonly projector: Pick<ProjectorRole, 'whileActive'>;
  readonly builder: GenerationBuilder;
  /** `null`: the indexes are not followed here. */
  readonly indexer: Pick<SearchProjector, 'status'> | null;
  readonly reactors: readonly Pick<WorkersReactor, 'name' | 'report' | 'waitFor'>[];
}

/**
 * Orders about read models: `projections` (state, lag, generations, parked, reactors, search), `rebuild` ({only}) and
 * `projections.retry` (both fold anew, which tries parked documents again), `verify`.
 */
export function readModelVerbs(parts: ReadModelParts): Readonly<Record<string, ControlVerb>> {
  const { log, readStore, builder, reactors } = parts;
  const build = <Report>(order: (options: BuildOptions) => Promise<Report>) =>
    parts.projector.whileActive((projector, mayGoOn) => order({ builder, log, store: readStore, projector, mayGoOn }));

  const rebuildVerb: ControlVerb = async (args, report) => {
    const scope = scopeSchema.safeParse(args);
    if (!scope.success) throw new ControlFailed('rebuild takes the names of projections.');
    const only = scope.data?.only;
    const missing = only?.find((name) => !projections.some((projection) => projection.name === name));
    if (missing !== undefined) {
      const names = projections.map(({ name }) => name).join(', ');
      throw new ControlFailed(`There is no projection ${missing}. There are: ${names}.`);
    }
    return build((options) => rebuild({ ...options, only, onProgress: report }));
  };

  return {
    async projections() {
      const [status, { generation }] = await Promise.all([
        parts.projector.whileActive((projector) => projector.status()),
        readStore.feedEnd(),
      ]);
      return {
        ...status,
        lag: status.head === null ? null : await parts.store.distance(status.position, status.head),
        generation,
        projections: describeProjections(await readStore.generations(), await readStore.stale()),
        search: parts.indexer?.status() ?? null,
        reactors: await Promise.all(reactors.map((reactor) => reactor.report())),
      };
    },
    rebuild: rebuildVerb,
    'projections.retry': rebuildVerb,
    verify: async (_args, report) => build((options) => verify({ ...options, onProgress: report })),
  };
}

/** Each projection with its live generation and the names of its collections. */
function describeProjections(generations: readonly ProjectionGeneration[], stale: readonly string[]) {
  return projections.map(({ name, version, collections }) => {
    const live = generations.find(({ projection }) => projection === name);
    return {
      name,
      version,
      generation: live === undefined ? null : `${live.version}.${live.build}`,
      isStale: stale.includes(name),
      collections: collections.map((collection) => collection.name),
    };
  });
}
