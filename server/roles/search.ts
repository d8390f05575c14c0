import { type EngineClock, systemClock } from '#projections/engine/clock.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { collections, searches } from '#projections/registry.ts';
import type { Logger } from '../observability/logging.ts';
import type { SearchIndex } from '../ports/searchIndex.ts';
import type { OpenReads } from '../read/openReads.ts';
import type { PersonalData } from '../read/personalData.ts';
import { createSearch, type Search } from '../search/searcher.ts';
import { createSearchProjector, type SearchProjector } from '../search/searchProjector.ts';
import type { Closing } from './closing.ts';

/** Ports of the search. */
export interface SearchPorts {
  readonly index: SearchIndex;
  readonly readStore: ReadStore;
  readonly reads: OpenReads;
  readonly personalData: PersonalData;
  /** Whether the projector of the read models runs in this process: then it wakes the one of the indexes. */
  readonly hasProjector: boolean;
  readonly clock?: EngineClock;
  readonly logger: Logger;
}

/** The search of a process. */
export interface SearchRole {
  readonly search: Search;
  /** Keeps the indexes current; `null` where another process does. */
  readonly indexer: SearchProjector | null;
}

/** Opens the search; the projector of the indexes is not started yet. Nothing waits for it: a search does without. */
export function openSearch(ports: SearchPorts, closing: Closing): SearchRole {
  const { index, readStore, reads, personalData, hasProjector, clock = systemClock, logger } = ports;
  closing.add('search index', () => index.close());
  const search = createSearch({ index, store: reads, collections });
  if (!hasProjector) return { search, indexer: null };
  const indexer = createSearchProjector({
    searches,
    index,
    store: readStore,
    personalData,
    collections,
    clock,
    logger,
  });
  closing.add('projector of the search', () => indexer.stop());
  return { search, indexer };
}
