import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import type { StoredEvent } from '#server/ports/eventStore.ts';
import { readWhole } from '#test/contract/eventStoreSamples.ts';
import type { JournalLine } from './child.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** After how many acknowledgements each process is killed. */
const KILLS = [1, 40, 333, 90, 700, 15];
/** 512-byte blocks that a file may have in the test of a disk that refuses to write. */
const FILE_LIMIT_BLOCKS = 1_024;

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-crash-'));
  file = join(folder, 'events.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a writing process to its end; returns the journal of all of them. */
async function run(command: string, args: readonly string[], killAfter: number): Promise<readonly JournalLine[]> {
  const journal = join(folder, 'journal');
  const child = spawn(command, [...args, CHILD, file, journal, String(killAfter)], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe(Number.isNaN(killAfter) ? null : 'SIGKILL');
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

async function readLog(readOnly = false): Promise<readonly StoredEvent[]> {
  const store = await openSqliteEventStore(file, { readOnly });
  try {
    return await readWhole(store, START, 1_000);
  } finally {
    await store.close();
  }
}

/** Checks the log against the journals: no acknowledged group is missing, no group is there in part. */
function expectWhole(log: readonly StoredEvent[], journal: readonly JournalLine[]): void {
  expect(log.map(({ position }) => Number(position))).toEqual(log.map((_, index) => index + 1));
  const streams = new Map<string, string[]>();
  for (const { stream, revision, id } of log) {
    const ids = streams.get(stream) ?? [];
    expect(revision).toBe(ids.length);
    streams.set(stream, [...ids, id]);
  }
  const said = (kind: JournalLine['kind'], of: string) =>
    journal.filter((line) => line.kind === kind && line.stream === of).map(({ ids }) => ids);
  const names = new Set(journal.map(({ stream }) => stream).filter((stream) => stream !== ''));
  expect([...streams.keys()].filter((stream) => !names.has(stream))).toEqual([]);
  for (const stream of names) {
    const there = streams.get(stream) ?? [];
    const acknowledged = said('acknowledged', stream);
    const intents = said('intent', stream);
    // Each writer waits for its answers: only its last batch can be there without one.
    expect([acknowledged.flat(), intents.slice(0, acknowledged.length + 1).flat()]).toContainEqual(there);
  }
}

describe('the SQLite event store', () => {
  it('[P1] [P3] [P6] loses nothing acknowledged and keeps batches whole when its process is killed', async () => {
    for (const killAfter of KILLS) {
      const journal = await run(process.execPath, [], killAfter);
      // First read like the command line, without a server: the kill's remains are not recovered yet.
      const found = await readLog(true);
      expectWhole(found, journal);
      expect(await readLog()).toEqual(found);
    }
  });

  it('[P1] [P7] says Unavailable when the disk refuses to write, and has all that it acknowledged', async () => {
    const limited = `ulimit -f ${FILE_LIMIT_BLOCKS} && exec "$0" "$@"`;
    const journal = await run('sh', ['-c', limited, process.execPath], Number.NaN);
    const failures = journal.filter(({ kind }) => kind === 'failed').map(({ error }) => error);
    expect(failures).toHaveLength(17);
    expect(failures.every((error) => /^(DiskFailed|Unavailable): .*events\.db/.test(error ?? ''))).toBe(true);
    expectWhole(await readLog(), journal);
  });
});
