import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { openEventLogReader } from '#server/adapters/sqlite/eventStoreReader.ts';
import { openEventLogWriter } from '#server/adapters/sqlite/eventStoreWriter.ts';
import { encodeAppend } from '#server/log/encodeAppend.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents, sampleStream } from '#test/contract/eventStoreSamples.ts';

const RUNS = { seed: 20_260_103, numRuns: 100 };
/** Few enough that SQLite does not move the write-ahead log into the main file by itself. */
const GROUPS = 40;
/** For a machine that is busy with other tests: every cut opens the log anew. */
const TIME_LIMIT_MS = 60_000;
jest.setTimeout(TIME_LIMIT_MS);

/** Head of the log after each committed group, first the empty log's. */
const heads = [0];
let ids: readonly string[] = [];
let folder: string;
let main: Buffer;
let log: Buffer;

const newAppend = () => encodeAppend(sampleStream(), NO_STREAM, sampleEvents(3));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quad-torn-'));
  const file = join(folder, 'events.db');
  openEventLogWriter(file).close();
  const writer = openEventLogWriter(file);
  for (let group = 1; group <= GROUPS; group += 1) {
    writer.append(Array.from({ length: 1 + (group % 3) }, newAppend));
    heads.push(writer.head());
  }
  // What a kill leaves: the files as they are while the writer has them open.
  copyFileSync(file, join(folder, 'main'));
  copyFileSync(`${file}-wal`, join(folder, 'wal'));
  main = readFileSync(join(folder, 'main'));
  log = readFileSync(join(folder, 'wal'));
  const reader = openEventLogReader(file);
  ids = reader.readAll(0, 1_000).map(([, id]) => id);
  reader.close();
  writer.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens the log as a crash left it; answers the ids that are there, before and after one more append. */
function recover(writeAheadLog: Buffer): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const file = join(folder, 'torn.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, writeAheadLog);
  const writer = openEventLogWriter(file);
  const reader = openEventLogReader(file);
  try {
    const read = () => reader.readAll(0, 1_000).map(([, id]) => id);
    const before = read();
    expect(writer.append([newAppend()])).toEqual([{ kind: 'appended', position: before.length + 3 }]);
    return { before, after: read() };
  } finally {
    reader.close();
    writer.close();
  }
}

function expectPrefix(writeAheadLog: Buffer): void {
  const { before, after } = recover(writeAheadLog);
  expect(heads).toContain(before.length);
  expect(before).toEqual(ids.slice(0, before.length));
  expect(after.slice(0, before.length)).toEqual(before);
}

describe('a torn write-ahead log', () => {
  it('is whole when nothing is torn', () => {
    expect(ids).toHaveLength(heads.at(-1) ?? 0);
    expect(recover(log).before).toEqual(ids);
  });

  it('[P3] [P6] cut anywhere leaves whole groups from the beginning, never a hole', () => {
    fc.assert(
      fc.property(fc.nat(log.length), (length) => expectPrefix(log.subarray(0, length))),
      RUNS,
    );
  });

  it('[P3] [P6] overwritten from anywhere on leaves whole groups from the beginning', () => {
    const garbage = fc.uint8Array({ minLength: 1, maxLength: 8_192 });
    const property = fc.property(fc.nat(log.length - 1), garbage, (offset, bytes) => {
      const torn = Buffer.from(log);
      torn.set(bytes.subarray(0, log.length - offset), offset);
      expectPrefix(torn);
    });
    fc.assert(property, RUNS);
  });
});
