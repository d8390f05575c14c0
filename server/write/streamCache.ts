import type { RecordedEvent } from '#domain/kernel/event.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { NO_STREAM } from '../ports/eventStore.ts';

/** Streams that one cache keeps at least; those unused for longest go first. */
export const STREAM_CACHE_MAX_STREAMS = 5_000;

/** The folded value of a stream at a revision; `NO_STREAM` for an empty one. */
export interface AtRevision<Value> {
  readonly revision: number;
  readonly value: Value;
}

export interface StreamCacheOptions<Value> {
  /** Reads a stream from a revision on. */
  readonly read: (stream: string, fromRevision: number) => Promise<readonly RecordedEvent[]>;
  readonly initial: (stream: string) => Value;
  /** Folds new events in their order; must not change the value it is given. */
  readonly fold: (value: Value, events: readonly RecordedEvent[], stream: string) => Value;
  readonly capacity?: number;
}

/**
 * Folded streams. Every call reads the stream from its cached revision on: the cache makes that read small, and never
 * replaces it (blueprint §3, Facts).
 */
export interface StreamCache<Value> {
  current(stream: string): Promise<AtRevision<Value>>;
  /** Drops all entries, so that no decrypted data of an erased person stays in memory. */
  clear(): void;
}

export function createStreamCache<Value>(options: StreamCacheOptions<Value>): StreamCache<Value> {
  const entries = new RecentMap<string, AtRevision<Value>>(options.capacity ?? STREAM_CACHE_MAX_STREAMS);

  function remember(stream: string, entry: AtRevision<Value>): void {
    // Two reads may finish out of order: the newer state is kept.
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
