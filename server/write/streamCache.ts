import type { RecordedEvent } from '#domain/kernel/event.ts';
import { charactersOf } from '../kernel/characters.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { NO_STREAM } from '../ports/eventStore.ts';

/**
 * Characters of the events whose streams one cache keeps at least; the streams unused for longest go first. Thousands of
 * usual streams. A post of the longest text is a hundred times as large as one that says "Sold", so a number of streams
 * would say nothing about the memory.
 */
export const STREAM_CACHE_CHARACTERS = 2_000_000;
/** One stream counts as so many characters at most: however often somebody changes one, it pushes out few others. */
const STREAM_MAX_CHARACTERS = STREAM_CACHE_CHARACTERS / 20;
/** Characters of an event beside its data: name of the stream, id and hash of the command. */
const EVENT_CHARACTERS = 200;

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
  /** Characters; for tests. */
  readonly capacity?: number;
}

/**
 * Folded streams. Every call reads the stream from its cached revision on: the cache makes that read small, and never
 * replaces it (blueprint §3, Facts).
 */
export interface StreamCache<Value> {
  current(stream: string): Promise<AtRevision<Value>>;
  /** Whether a stream with events is cached. */
  has(stream: string): boolean;
  /** Drops all entries, so that no decrypted data of an erased person stays in memory. */
  clear(): void;
}

/** A folded stream, and the characters of the events that it was folded from. */
interface Entry<Value> {
  readonly at: AtRevision<Value>;
  readonly characters: number;
}

export function createStreamCache<Value>(options: StreamCacheOptions<Value>): StreamCache<Value> {
  const entries = new RecentMap<string, Entry<Value>>(
    options.capacity ?? STREAM_CACHE_CHARACTERS,
    (_stream, { characters }) => Math.min(characters, STREAM_MAX_CHARACTERS),
  );

  function remember(stream: string, entry: Entry<Value>): void {
    // Two reads may finish out of order: the newer state is kept.
    const known = entries.get(stream);
    if (known === undefined || known.at.revision <= entry.at.revision) entries.set(stream, entry);
  }

  return {
    async current(stream) {
      const known = entries.get(stream);
      const before = known?.at ?? { revision: NO_STREAM, value: options.initial(stream) };
      const events = await options.read(stream, before.revision + 1);
      const last = events.at(-1);
      if (last === undefined) return before;
      const at = { revision: last.revision, value: options.fold(before.value, events, stream) };
      const added = events.reduce((sum, { data }) => sum + EVENT_CHARACTERS + charactersOf(data), 0);
      remember(stream, { at, characters: (known?.characters ?? 0) + added });
      return at;
    },
    has: (stream) => entries.get(stream) !== undefined,
    clear() {
      entries.clear();
    },
  };
}
