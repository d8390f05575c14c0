import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import type { Aggregate } from '#domain/kernel/registry.ts';
import { isSystemEvent, type SystemEvent } from '#domain/kernel/systemEvents.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { NO_STREAM } from '../ports/eventStore.ts';
import { type AtRevision, createStreamCache } from './streamCache.ts';

/** State of one noun's stream. */
export interface StreamState {
  /** The decider's state. */
  readonly state: unknown;
  /** Events of the noun. Fences do not count towards a stream's limit of events. */
  readonly eventCount: number;
  /** Commands that took effect in this stream, by effective id, with the hash of their payload. */
  readonly commands: ReadonlyMap<string, string>;
  /** Position of the newest fence against a command, by its effective id. */
  readonly fences: ReadonlyMap<string, string>;
}

/** A stream that nothing is known of, taken for new. */
export interface AssumedNew extends AtRevision<StreamState> {
  /** Position up to which it is assumed: what an append answers with, and is not later, had been appended before. */
  readonly after: string;
}

/** Says of a stream that it need not be read, see `ReadIndex.assume`. */
export type Assume = (stream: string) => Promise<string | null>;

/** States of nouns' streams, checked against the head on every call. */
export interface StreamStates {
  current(stream: string): Promise<AtRevision<StreamState>>;
  /** A stream that nothing is known of, as if it had no events; `null`: it has to be read. */
  asNew(stream: string, assume: Assume): Promise<AssumedNew | null>;
  /** Whether the stream, in this state, owns a unique value, by its noun's rules. */
  owns(stream: string, at: StreamState, kind: string, value: string): boolean;
  clear(): void;
}

/** The name of a noun's stream. */
export function streamName(category: string, id: string): string {
  return `${category}-${id}`;
}

/** Makes stream states from the log and the nouns' deciders. */
export function createStreamStates(
  log: Pick<EventLog, 'readStream'>,
  aggregates: Readonly<Record<string, Aggregate>>,
  capacity?: number,
): StreamStates {
  function aggregateOf(stream: string): Aggregate {
    const category = stream.slice(0, stream.indexOf('-'));
    const aggregate = aggregates[category];
    if (aggregate === undefined) throw new Error(`Stream ${stream} belongs to no known noun.`);
    return aggregate;
  }

  const initial = (stream: string): StreamState => ({
    state: aggregateOf(stream).decider.initial,
    eventCount: 0,
    commands: new Map(),
    fences: new Map(),
  });
  const cache = createStreamCache<StreamState>({
    read: (stream, fromRevision) => log.readStream(stream, fromRevision),
    initial,
    fold: (value, events, stream) => foldStream(aggregateOf(stream), value, events),
    ...(capacity === undefined ? {} : { capacity }),
  });

  return {
    current: cache.current,
    async asNew(stream, assume) {
      const after = cache.has(stream) ? null : await assume(stream);
      return after === null ? null : { revision: NO_STREAM, value: initial(stream), after };
    },
    owns: (stream, at, kind, value) => aggregateOf(stream).owns(at.state, kind, value),
    clear: cache.clear,
  };
}

function foldStream(aggregate: Aggregate, before: StreamState, events: readonly RecordedEvent[]): StreamState {
  let { state, eventCount } = before;
  const commands = new Map(before.commands);
  const fences = new Map(before.fences);
  for (const event of events) {
    const plain = { type: event.type, data: event.data } as DomainEvent | SystemEvent;
    if (isSystemEvent(plain)) {
      if (plain.type === 'Fenced') fences.set(plain.data.commandId, event.position);
      continue;
    }
    eventCount += 1;
    state = aggregate.decider.evolve(state, plain, event.meta.at);
    commands.set(event.meta.commandId, event.meta.commandHash);
  }
  return { state, eventCount, commands, fences };
}
