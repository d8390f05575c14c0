import { charactersOf } from '../kernel/characters.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import type { EventStore, StoredEvent } from '../ports/eventStore.ts';
import { createFollower } from './follower.ts';

/** Characters of the events that are kept at least; the streams unused for longest go first. */
export const INDEX_CHARACTERS = 4_000_000;
/** Characters of a stream, or of an event beside its data: names, ids, metadata. */
const ENTRY_CHARACTERS = 300;
/** Newest events that are kept of one stream, and their characters. */
const NEWEST_EVENTS = 20;
const NEWEST_CHARACTERS = INDEX_CHARACTERS / 20;

/** An event store that knows the ends of the streams that were read of it. */
export interface ReadIndex extends EventStore {
  /** Begins to follow the log from its head. Before, and once following has ended, every read goes to the store. */
  follow(): Promise<void>;
  /**
   * Position up to which nothing is known of a stream though the log is followed to its end: an append to it as
   * a new one finds out from the store whether it is. `null`: the stream has to be read.
   */
  assume(stream: string): Promise<string | null>;
}

/** The end of a stream. */
interface Known {
  /** No event of the stream comes after this revision. */
  readonly head: number;
  /** The events up to it, without a gap; of older ones nothing is known. */
  readonly newest: readonly StoredEvent[];
  readonly characters: number;
}

/**
 * Answers reads of a stream that was read before from memory, on a store that other processes write too.
 *
 * It follows the log, and asks the store one question for all reads that wait: where is the head? As soon as it has
 * followed to there, what it knows of each stream is as of a moment after the read was asked for, as the answer of the
 * store would be. A read that began while the question was under way waits for the next one. Events stay sealed here,
 * so an erasure leaves nothing readable behind.
 *
 * Each other read goes to the store: of a stream that is not kept, or while following is late, interrupted or over.
 *
 * @param options.onLost called when following has ended by itself
 * @param options.waitMs milliseconds that a read waits for the follower; default: its own
 * @param options.capacity characters; for tests
 */
export function createReadIndex(
  store: EventStore,
  options: { readonly onLost: (error: Error) => void; readonly waitMs?: number; readonly capacity?: number },
): ReadIndex {
  const kept = new RecentMap<string, Known>(options.capacity ?? INDEX_CHARACTERS, (_stream, known) => known.characters);
  /** Events of streams that are being read, which came meanwhile, by reader. */
  const reading = new Map<string, Set<StoredEvent[]>>();

  const follower = createFollower(store, {
    onEvents(events) {
      for (const event of events) {
        for (const came of reading.get(event.stream) ?? []) came.push(event);
        const known = kept.get(event.stream);
        if (known !== undefined) keep(event.stream, extended(known, [event]));
      }
    },
    onForget: () => kept.clear(),
    onLost: options.onLost,
    waitMs: options.waitMs,
  });

  function keep(stream: string, known: Known | null): void {
    if (known === null) kept.delete(stream);
    else kept.set(stream, known);
  }

  /** Reads from the store; what the follower brings meanwhile may be in the answer or not. */
  async function readAndLearn(stream: string, fromRevision: number): Promise<readonly StoredEvent[]> {
    const since = follower.term();
    if (since === null) return store.readStream(stream, fromRevision);
    const came: StoredEvent[] = [];
    const readers = reading.get(stream) ?? new Set();
    reading.set(stream, readers.add(came));
    try {
      const events = await store.readStream(stream, fromRevision);
      // An entry that is there already was followed all the time.
      if (follower.term() === since && kept.get(stream) === undefined) {
        const head = events.at(-1)?.revision ?? fromRevision - 1;
        keep(stream, extended({ head, newest: [], characters: ENTRY_CHARACTERS }, came));
      }
      return events;
    } finally {
      readers.delete(came);
      if (readers.size === 0) reading.delete(stream);
    }
  }

  /** The events from a revision on; `null`: not all of them are kept. */
  function find(stream: string, fromRevision: number): readonly StoredEvent[] | null {
    const known = kept.get(stream);
    if (known === undefined) return null;
    const skipped = fromRevision - (known.head + 1 - known.newest.length);
    return skipped < 0 ? null : known.newest.slice(skipped);
  }

  return {
    get appendsMayLandLate() {
      return store.appendsMayLandLate;
    },
    eras: () => store.eras(),
    append: (stream, expectedRevision, events) => store.append(stream, expectedRevision, events),
    async readStream(stream, fromRevision = 0) {
      if (find(stream, fromRevision) === null || !(await follower.isCurrent())) {
        return readAndLearn(stream, fromRevision);
      }
      // It may have been dropped meanwhile.
      return find(stream, fromRevision) ?? readAndLearn(stream, fromRevision);
    },
    readAll: (after, limit) => store.readAll(after, limit),
    eventAt: (position) => store.eventAt(position),
    head: () => store.head(),
    distance: (from, to) => store.distance(from, to),
    check: () => store.check(),
    subscribe: (after, handler, onError) => store.subscribe(after, handler, onError),
    follow: follower.start,
    async assume(stream) {
      const mayAssume = () => kept.get(stream) === undefined && !reading.has(stream);
      return mayAssume() && (await follower.isCurrent()) && mayAssume() ? follower.reached() : null;
    },
    async close() {
      await follower.close();
      await store.close();
    },
  };
}

const weightOf = ({ data }: StoredEvent) => ENTRY_CHARACTERS + charactersOf(data);

/** A stream with what came after; `null`: events are missing between. */
function extended(known: Known, came: readonly StoredEvent[]): Known | null {
  let { head, newest, characters } = known;
  for (const event of came) {
    if (event.revision <= head) continue;
    if (event.revision > head + 1) return null;
    head = event.revision;
    newest = [...newest, event];
    characters += weightOf(event);
    for (let [oldest] = newest; oldest !== undefined; [oldest] = newest) {
      if (newest.length <= NEWEST_EVENTS && characters <= NEWEST_CHARACTERS) break;
      characters -= weightOf(oldest);
      newest = newest.slice(1);
    }
  }
  return { head, newest, characters };
}
