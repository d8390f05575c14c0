import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import { type Signalled, signalledSchema } from '#projections/sync/protocol.ts';
import type { SignalRelay } from '../../ports/signalRelay.ts';
import { type MongoOptions, openMongo } from './connection.ts';

/** Name of the capped collection: the newest signals, which nobody reads twice. */
const COLLECTION = 'signals';
/** Bytes and records of it: a few seconds of a busy campus. The server drops older ones by itself. */
const SIZE_BYTES = 2 ** 20;
const SIZE_RECORDS = 1_000;
/** Signals that wait for those under way to the server; what comes beyond them is lost. */
const WAITING_MAX = 100;
/** Milliseconds that the server holds a question for the next signals. */
const AWAIT_MS = 1_000;
/** Milliseconds before following begins again, after the server was away. */
const RETRY_MS = 1_000;
/** Code of the server's error for a collection that is there. */
const NAMESPACE_EXISTS = 48;

/** A signal, or (`signal: null`) the beginning of somebody's following: a cursor needs a record to stand at. */
interface SignalRecord {
  readonly _id: string;
  /** The hub that has sent it, and how many it had sent by then. */
  readonly hub: string;
  readonly number: number;
  readonly signal: Signalled | null;
}

export interface SignalRelayOptions extends MongoOptions {
  /** Called when following or sending fails, once until it works again. */
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Relays signals by a capped collection that every hub follows at its end
 * (https://www.mongodb.com/docs/manual/core/tailable-cursors/). Nobody waits for a majority: what a failover loses is over.
 */
export async function openMongoSignalRelay(options: SignalRelayOptions): Promise<SignalRelay> {
  const { db, explain, close } = await openMongo(options);
  await haveCapped(db).catch(async (error: unknown) => {
    await close();
    throw explain(error);
  });
  const records = db.collection<SignalRecord>(COLLECTION, {
    writeConcern: { w: 1, journal: false },
    readConcern: { level: 'local' },
  });
  const hub = randomUUID();
  const closing = new AbortController();
  const say = (error: unknown) => options.onTrouble(explain(error));
  const sending = saidOnce(say);
  let waiting: SignalRecord[] = [];
  let isSending = false;
  let sent = 0;
  const next = (signal: Signalled | null): SignalRecord => {
    sent += 1;
    return { _id: randomUUID(), hub, number: sent, signal };
  };
  /** One batch at a time, so that they arrive in their order. */
  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0 && !closing.signal.aborted) {
      const batch = waiting;
      waiting = [];
      await records.insertMany(batch).then(sending.works, sending.fails);
    }
    isSending = false;
  }
  let following: Promise<void> = Promise.resolve();
  return {
    send(signal) {
      if (waiting.length >= WAITING_MAX || closing.signal.aborted) return;
      waiting.push(next(signal));
      if (!isSending) void sendWaiting();
    },
    follow(heard) {
      following = followAlways(records, () => next(null), closing.signal, heard, saidOnce(say));
    },
    async close() {
      closing.abort();
      await close();
      await following;
    },
  };
}

/** Makes the collection unless it is there. */
async function haveCapped(db: Db): Promise<void> {
  try {
    await db.createCollection(COLLECTION, { capped: true, size: SIZE_BYTES, max: SIZE_RECORDS });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}

/** Says the first error of those in a row. */
function saidOnce(say: (error: unknown) => void) {
  let isInTrouble = false;
  return {
    works() {
      isInTrouble = false;
    },
    fails(error: unknown) {
      if (!isInTrouble) say(error);
      isInTrouble = true;
    },
  };
}

async function followAlways(
  records: Collection<SignalRecord>,
  begin: () => SignalRecord,
  closing: AbortSignal,
  heard: (signal: Signalled) => void,
  trouble: ReturnType<typeof saidOnce>,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await followOnce(records, begin(), closing, trouble.works, heard);
    } catch (error) {
      if (closing.aborted) return;
      trouble.fails(error);
    }
    await pause(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }
}

/** Hands over all signals of other hubs from now on, until the server ends the cursor: it does when it has fallen too far behind. */
async function followOnce(
  records: Collection<SignalRecord>,
  beginning: SignalRecord,
  closing: AbortSignal,
  begun: () => void,
  heard: (signal: Signalled) => void,
): Promise<void> {
  await records.insertOne(beginning);
  /** Number of the last one of each hub: a server may hand a record over twice. */
  const last = new Map<string, number>();
  const cursor = records.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: AWAIT_MS });
  let hasBegun = false;
  try {
    for await (const record of cursor) {
      if (closing.aborted) return;
      const { _id, hub, number } = record;
      if (record.signal === null) {
        if (_id === beginning._id) begun();
        hasBegun ||= _id === beginning._id;
        continue;
      }
      const isNew = number > (last.get(hub) ?? 0);
      if (isNew) last.set(hub, number);
      if (hasBegun && isNew && hub !== beginning.hub) {
        const signal = signalledSchema.safeParse(record.signal);
        if (signal.success) heard(signal.data);
      }
    }
  } finally {
    await cursor.close().catch(() => undefined);
  }
}
