import type { RecordedEvent } from '#domain/kernel/event.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { NO_STREAM } from '../ports/eventStore.ts';

/** Streams that one cache remembers at least; the ones unused for longest go first. */
export const STREAM_CACHE_MAX_STREAMS = 5_000;

/** What a stream folds to, and the revision at which it does; `NO_STREAM` for an empty one. */
export interface AtRevision<Value> {
  readonly revision: number;
  readonly value: Value;
}

/** What a stream cache is made from. */
export interface StreamCacheOptions<Value> {
  /** Reads a stream from a revision on. */
  readonly read: (stream: string, fromRevision: number) => Promise<readonly RecordedEvent[]>;
  readonly initial: (stream: string) => Value;
  /** Folds new events in their order; must not change the value it is given. */
  readonly fold: (value: Value, events: readonly RecordedEvent[], stream: string) => Value;
  readonly capacity?: number;
}

/**
 * Folded streams, each checked against the stream's head on every call: a cached state makes that one small read,
 * it never replaces it (blueprint §3, Facts).
 */
export interface StreamCache<Value> {
  current(stream: string): Promise<AtRevision<Value>>;
  /** Drops everything, so that no plain text of an erased person stays in memory. */
  clear(): void;
}

/** Makes a stream cache. */
export function createStreamCache<Value>(options: StreamCacheOptions<Value>): StreamCache<Value> {
  const entries = new RecentMap<string, AtRevision<Value>>(options.capacity ?? STREAM_CACHE_MAX_STREAMS);

  function remember(stream: string, entry: AtRevision<Value>): void {
    // Two readers may finish out of order: the newer state stays.
    const known = entries.get(stream);
    if (known === undefined || known.revision <= entry.revision) entries.set(stream, entry);
  }

  return {
    async current(stream) {
      const known = entries.get(stream) ?? { revision: NO_STREAM, value: options.initial(stream) };
      const events = await options.read(stream, known.revision + 1);
      const last = events.at(-1);
      if (last === undefined) return known;
      const entry = { revision: last.revision, value: options.fold(known.value, events, stream) };
      remember(stream, entry);
      return entry;
    },
    clear() {
      entries.clear();
    },
  };
}
