import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { type EventStore, type NewEvent, NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents } from '#test/contract/eventStoreSamples.ts';

/**
 * A process that appends batches until it kills itself or an append fails. Its journal records each intent and each
 * acknowledgement, a line each, written at once.
 */
export interface JournalLine {
  readonly kind: 'intent' | 'acknowledged' | 'failed';
  readonly stream: string;
  readonly ids: readonly string[];
  /** Name and message of the error. */
  readonly error?: string;
}

const WRITERS = 16;

const [file = '', journalFile = '', killAfter] = process.argv.slice(2);
/** Acknowledgements after which it dies; `NaN`: never. */
const lifeTime = Number(killAfter);
const journal = openSync(journalFile, 'a');
let acknowledged = 0;
const store = await openSqliteEventStore(file, { soleWriter: true });
await Promise.all(Array.from({ length: WRITERS }, () => write(store)));
say({ kind: 'failed', stream: '', ids: [], error: await outcome(store.head()) });
await store.close();

/** Appends to its own stream until an append fails. */
async function write(target: EventStore): Promise<void> {
  const stream = `post-${randomUUID()}`;
  for (let revision = NO_STREAM; ; ) {
    const events = batch(1 + Math.floor(Math.random() * 4));
    const ids = events.map(({ id }) => id);
    say({ kind: 'intent', stream, ids });
    const error = await outcome(target.append(stream, revision, events));
    if (error !== 'fulfilled') return say({ kind: 'failed', stream, ids, error });
    say({ kind: 'acknowledged', stream, ids });
    acknowledged += 1;
    if (acknowledged === lifeTime) process.kill(process.pid, 'SIGKILL');
    revision += ids.length;
  }
}

/** Sample ids begin anew in each process, these don't. */
function batch(size: number): NewEvent[] {
  return sampleEvents(size, { text: 'x'.repeat(300) }).map((event) => ({ ...event, id: randomUUID() }));
}

function say(line: JournalLine): void {
  writeSync(journal, `${JSON.stringify(line)}\n`);
}

async function outcome(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'fulfilled';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}
