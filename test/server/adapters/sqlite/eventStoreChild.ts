import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openSqliteEventStore } from '#server/adapters/sqlite/eventStore.ts';
import { type EventStore, type NewEvent, NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents } from '#test/contract/eventStoreSamples.ts';

/**
 * A process that appends batches until it is killed or an append fails. It says on its output what it is about to do
 * and what was acknowledged, each on its line, at once.
 */
export interface JournalLine {
  readonly kind: 'intent' | 'acknowledged' | 'failed';
  readonly stream: string;
  readonly ids: readonly string[];
  /** Name and message of the error. */
  readonly error?: string;
}

const WRITERS = 16;
const STDOUT = 1;

const [file = ''] = process.argv.slice(2);
const store = await openSqliteEventStore(file);
const failures = await Promise.all(Array.from({ length: WRITERS }, () => write(store)));
const later = await outcome(store.head());
writeSync(STDOUT, `${JSON.stringify({ kind: 'failed', stream: '', ids: [], error: later })}\n`);
await store.close();
process.exitCode = failures.length === WRITERS ? 0 : 1;

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
    revision += ids.length;
  }
}

/** Sample ids begin anew in each process, these don't. */
function batch(size: number): NewEvent[] {
  return sampleEvents(size, { text: 'x'.repeat(300) }).map((event) => ({ ...event, id: randomUUID() }));
}

/** Written at once: what is said must have left the process before it can be killed. */
function say(line: JournalLine): void {
  writeSync(STDOUT, `${JSON.stringify(line)}\n`);
}

async function outcome(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'fulfilled';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}
