import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fileSource } from '#server/engines/media/fileSource.ts';

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31 + (n >> 8)) % 256));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-source-'));
  await writeFile(join(folder, 'film'), BYTES);
});
afterEach(() => rm(folder, { recursive: true }));

/** A source of the file, and how often it was read. */
async function opened() {
  const file = await open(join(folder, 'film'));
  let reads = 0;
  const counted = {
    stat: () => file.stat(),
    read: (...args: [Buffer, number, number, number]) => {
      reads += 1;
      return file.read(...args);
    },
  };
  const source = await fileSource(counted as unknown as typeof file);
  return { file, source, reads: () => reads };
}

it('reads the heads of many small boxes with few reads of the disk', async () => {
  const { file, source, reads } = await opened();
  for (let at = 0; at + 16 <= source.size; at += 9) {
    const head = await source.read(at, 16);
    if (!head.equals(BYTES.subarray(at, at + 16))) throw new Error(`Other bytes at ${at}.`);
  }
  expect(reads()).toBeLessThan(10);
  await file.close();
});

it('answers the bytes that are asked for, in any order, long ones and those at the end', async () => {
  const { file, source } = await opened();
  expect(source.size).toBe(BYTES.byteLength);
  for (const [at, length] of [
    [90_000, 12],
    [5, 50_000],
    [99_990, 10],
    [99_990, 100],
    [0, 16],
    [16_380, 16],
    [99_999, 1],
    [100_000, 8],
    [7, 0],
  ] as const) {
    expect(Buffer.compare(await source.read(at, length), BYTES.subarray(at, at + length))).toBe(0);
  }
  await file.close();
});
