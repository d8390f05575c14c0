import { type EngineClock, systemClock } from '#projections/engine/clock.ts';
import type { Reads } from '#projections/engine/mergedReads.ts';
import { collections, searches } from '#projections/registry.ts';
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
  readonly readStore: Pick<Reads, 'feedEnd' | 'feedAfter' | 'scan' | 'get' | 'stale'>;
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
  const start = async () => {
    const projector = createSearchProjector({
      ...{ searches, index, store: readStore, personalData, collections, clock, logger },
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
