import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { LogEra } from '#projections/sync/protocol.ts';
import type { KurrentClient } from './client.ts';

/** Stream of the adapter's own; no stream of the log begins with a capital. */
const ERAS_STREAM = 'Quad-eras';
const ERA_BEGUN = 'EraBegun';
/** Characters of the id of an era. */
const ERA_CHARACTERS = 12;
/** Eras that are read, as many as the embedded store keeps. */
const ERAS_KEPT = 1_000;
/** A revision that no stream reaches. */
const NEVER_REACHED = BigInt(Number.MAX_SAFE_INTEGER);

interface Kept {
  readonly eras: readonly LogEra[];
  /** Revision of the last one. */
  readonly revision: bigint | typeof NO_STREAM;
}

/** The eras, an event each; other processes begin theirs in the same stream. */
export interface Eras {
  /**
   * Begins an era.
   *
   * @param head answers the position of the newest event
   * @param signal asks the server nothing more once it is aborted @throws its reason
   */
  begin(head: () => Promise<string>, signal: AbortSignal): Promise<void>;
  /** Oldest first. */
  read(): Promise<readonly LogEra[]>;
  /** Makes the server refuse an append: its leader takes appends. Nothing is written. */
  tryAppend(): Promise<void>;
}

export function createEras(client: Pick<KurrentClient, 'readStream' | 'appendToStream'>, deadlineMs: number): Eras {
  /** The eras as last read. A stream only grows while processes run: a restore begins with all of them stopped. */
  let known: Kept = { eras: [], revision: NO_STREAM };

  /** Reads the eras since the last read: every process looks for them several times a second, and they become many. */
  async function readOn(): Promise<Kept> {
    const { eras, revision } = known;
    if (revision === NO_STREAM) return read();
    const since = client.readStream(ERAS_STREAM, {
      direction: FORWARDS,
      fromRevision: revision + 1n,
      maxCount: ERAS_KEPT,
      requiresLeader: true,
    });
    const all = [...eras];
    let last = revision;
    for await (const { event } of since) {
      if (event === undefined) continue;
      last = event.revision;
      all.push(event.data as unknown as LogEra);
    }
    // Two reads may end out of order: the one that got further counts.
    const kept = { eras: all.slice(-ERAS_KEPT), revision: last };
    if (known.revision === NO_STREAM || last > known.revision) known = kept;
    return kept;
  }

  async function read(): Promise<Kept> {
    const stream = client.readStream(ERAS_STREAM, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: ERAS_KEPT,
      requiresLeader: true,
    });
    const eras: LogEra[] = [];
    let revision: Kept['revision'] = NO_STREAM;
    try {
      for await (const { event } of stream) {
        if (event === undefined) continue;
        if (revision === NO_STREAM) revision = event.revision;
        eras.unshift(event.data as unknown as LogEra);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    known = { eras, revision };
    return known;
  }

  function append(data: LogEra, expectedRevision: bigint | typeof NO_STREAM): Promise<unknown> {
    const event = jsonEvent({ type: ERA_BEGUN, data: { ...data } });
    return client.appendToStream(ERAS_STREAM, event, { expectedRevision, requiresLeader: true, deadline: deadlineMs });
  }

  return {
    async begin(head, signal) {
      const id = randomUUID().slice(-ERA_CHARACTERS);
      for (;;) {
        const { revision } = await read();
        signal.throwIfAborted();
        // After the eras were read: the position of a later era is never before that of an earlier one.
        const from = await head();
        signal.throwIfAborted();
        try {
          await append({ id, from }, revision);
          return;
        } catch (error) {
          // Another process began one meanwhile.
          if (!(error instanceof WrongExpectedVersionError)) throw error;
          signal.throwIfAborted();
        }
      }
    },
    read: async () => (await readOn()).eras,
    async tryAppend() {
      try {
        await append({ id: 'check', from: '' }, NEVER_REACHED);
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
      }
    },
  };
}
