import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import { collections, projections, searches } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { createOpenReads } from '#server/read/openReads.ts';
import { createPersonalData, type PersonalData } from '#server/read/personalData.ts';
import { createSearchProjector, type SearchProjector } from '#server/searchIndex/searchProjector.ts';
import { append, appendAll } from '#test/contract/readStoreBuild.ts';
import { type createLogBuilder, creation, registration, topLevel } from '#test/projections/support/events.ts';
import { createManualClock, type ManualClock } from '#test/projections/support/manualClock.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

const wordingOf = (name: string) => searches.find((search) => search.name === name)?.wording;

/** Log, read models and search indexes, all in memory unless others are given. */
export interface SearchRig {
  readonly store: ReturnType<typeof createMemoryReadStore>;
  readonly vault: ReturnType<typeof createMemoryVault>;
  readonly reads: ReturnType<typeof createOpenReads>;
  readonly index: SearchIndex;
  readonly personalData: PersonalData;
  readonly clock: ManualClock;
  /** Log lines about documents that are parked. */
  readonly warnings: readonly object[];
  /** Appends events and waits until they are folded. */
  happen(events: readonly RecordedEvent[]): Promise<void>;
  /**
   * Seals events now, as commands under way have sealed theirs before an erasure after which they land. Nothing of an
   * erased person can be sealed later. @returns what appends some of them, and waits until they are folded
   */
  sealed(events: readonly RecordedEvent[]): Promise<(from: number, to: number) => Promise<void>>;
  /** A search projector over all this, as a process begins it. */
  follower(
    declarations?: readonly AnySearch[],
    change?: {
      readonly index?: SearchIndex;
      readonly scan?: SearchRig['store']['scan'];
      readonly stale?: SearchRig['store']['stale'];
      /** Milliseconds between two looks at the feed; left out: it is woken. */
      readonly pollEveryMs?: number;
      /** A process of its own: it knows of nobody yet whom others know as erased. */
      readonly isNewProcess?: boolean;
    },
  ): SearchProjector;
  /** Keys that the live build of an index has for some words, in order. */
  found(name: string, words: string, campus?: string | null): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** Ann and Bob have registered, and each has written something. */
export function beginning(log: ReturnType<typeof createLogBuilder>): readonly RecordedEvent[] {
  return [
    log.add('UserRegistered', registration('ann')),
    log.add('UserRegistered', registration('bob', 'mit')),
    log.add('PostCreated', creation(topLevel('bike', 'ann'), 'Selling my RED bike')),
    log.add('PostCreated', creation(topLevel('lamp', 'bob', { campus: 'mit' }), 'A red lamp')),
  ];
}

/** Makes the rig. @param index memory, unless it is given */
export async function searchRig(index: SearchIndex = createMemorySearchIndex()): Promise<SearchRig> {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const { sealed, seal, keys } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const store = createMemoryReadStore(readModels);
  const projector: Projector = createProjector({ log, store, projections, onCommit: () => undefined, logger: QUIET });
  await projector.start();
  const personalDataBy = (found: typeof keys) =>
    createPersonalData({ keys: found, definitions: eventDefinitions, collections, onWithheld: () => undefined });
  const personalData = personalDataBy(keys);
  const clock = createManualClock();
  const warnings: object[] = [];
  const logger = { info: () => undefined, warn: (data: object) => warnings.push(data) };
  return {
    store,
    vault,
    reads: createOpenReads(store, personalData),
    index,
    personalData,
    clock,
    warnings,
    async happen(more) {
      await appendAll({ events, log }, more);
      await projector.waitFor(await log.head(), 20_000);
    },
    async sealed(more) {
      const stored = await log.seal(more);
      return async (from, to) => {
        await append({ events }, stored.slice(from, to));
        await projector.waitFor(await log.head(), 20_000);
      };
    },
    follower: (declarations = searches, change = {}) =>
      createSearchProjector({
        searches: declarations,
        index: change.index ?? index,
        store: {
          get: (refs) => store.get(refs),
          scan: change.scan ?? ((...part) => store.scan(...part)),
          stale: change.stale ?? (() => store.stale()),
          feedEnd: () => store.feedEnd(),
          feedAfter: (...after) => store.feedAfter(...after),
        },
        personalData:
          change.isNewProcess === true
            ? personalDataBy(createEventLog(events, vault.keys, eventDefinitions).keys)
            : personalData,
        collections,
        clock,
        ...(change.pollEveryMs !== undefined && { pollEveryMs: change.pollEveryMs }),
        logger: logger as never,
      }),
    async found(name, words, campus = 'ou') {
      const question = {
        index: name,
        words: searchWords(words, wordingOf(name)),
        campus,
        filters: {},
        page: 1,
        perPage: 50,
      };
      return (await index.find(question)).keys;
    },
    async dispose() {
      await projector.stop();
      await index.close();
    },
  };
}
