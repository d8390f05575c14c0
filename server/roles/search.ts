import { type EngineClock, systemClock } from '#projections/engine/clock.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { collections, searches } from '#projections/registry.ts';
import type { HeldLease } from '../kernel/heldLease.ts';
import type { Logger } from '../observability/logging.ts';
import type { SearchIndex } from '../ports/searchIndex.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { PersonalData } from '../read/personalData.ts';
import { createSearch, type Search } from '../searchIndex/searcher.ts';
import { createSearchProjector, type SearchProjector } from '../searchIndex/searchProjector.ts';
import type { Closing } from './closing.ts';
import type { Exclusively } from './exclusive.ts';

/** Ports of the search. */
export interface SearchPorts {
  readonly index: SearchIndex;
  readonly readStore: Pick<ReadStore, 'feedEnd' | 'feedAfter' | 'scan' | 'get' | 'stale'>;
  readonly reads: OpenReads;
  readonly personalData: PersonalData;
  /** Keeps the indexes current in one process at a time; `null`: other processes do. */
  readonly exclusively: Exclusively | null;
  /** Milliseconds between two looks at a feed that other processes write; left out: `wake` is called for all of it. */
  readonly pollEveryMs?: number | undefined;
  readonly clock?: EngineClock;
  readonly logger: Logger;
}

/** Keeps the indexes current, in this process or in the one that has the right to. */
export interface Indexer {
  /** Of this process: while it stands by, it has no indexes to speak of. */
  status(): ReturnType<SearchProjector['status']>;
  /** The change feed has grown. */
  wake(): void;
}

/** The search of a process. */
export interface SearchRole {
  readonly search: Search;
  /** `null` where other processes keep the indexes current. */
  readonly indexer: Indexer | null;
  /** Resolves when nothing of an erased person is in the indexes. */
  forget(userId: string): Promise<void>;
}

/** Opens the search, and keeps its indexes current. Nothing waits for them: a search does without. */
export async function startSearch(ports: SearchPorts, closing: Closing): Promise<SearchRole> {
  const { index, readStore, reads, personalData, exclusively, pollEveryMs, clock = systemClock, logger } = ports;
  closing.add('search index', () => index.close());
  const search = createSearch({ index, store: reads, collections });
  let running: SearchProjector | null = null;
  const current = () => running;
  const start = async (lease: HeldLease | null) => {
    const written = lease === null ? index : whileProven(index, lease);
    const projector = createSearchProjector({
      ...{ searches, index: written, store: readStore, personalData, collections, clock, logger },
      ...(pollEveryMs !== undefined && { pollEveryMs }),
    });
    projector.start();
    running = projector;
    return {
      async stop() {
        running = null;
        await projector.stop();
      },
    };
  };
  const work = (await exclusively?.('search', start)) ?? null;
  if (work !== null) closing.add('projector of the search', () => work.close());
  return {
    search,
    indexer: work && {
      status: () => current()?.status() ?? { problem: work.problem(), indexes: [] },
      wake: () => current()?.wake(),
    },
    async forget(userId) {
      const here = current();
      if (here !== null) await here.erase(userId);
      else await index.erase([userId]);
    },
  };
}

/**
 * An index whose builds are written only as long as a lease is proven. The engine knows no epochs, and a process that was
 * halted in the middle of a step goes on as if nothing had happened: it would put texts of before over those that the next
 * holder has written, or of somebody whom that one has erased.
 */
function whileProven(index: SearchIndex, lease: Pick<HeldLease, 'isProven'>): SearchIndex {
  const guarded =
    <Words extends unknown[], Answer>(call: (...words: Words) => Promise<Answer>) =>
    async (...words: Words): Promise<Answer> => {
      if (!lease.isProven()) throw new Unavailable('This process has lost the lease of the search.');
      return call(...words);
    };
  return {
    builds: (name) => index.builds(name),
    begin: guarded((shape) => index.begin(shape)),
    write: guarded((build, changes) => index.write(build, changes)),
    note: guarded((build, state) => index.note(build, state)),
    makeLive: guarded((build) => index.makeLive(build)),
    discard: guarded((build) => index.discard(build)),
    erase: (subjects) => index.erase(subjects),
    find: (question) => index.find(question),
    check: () => index.check(),
    close: () => index.close(),
  };
}
