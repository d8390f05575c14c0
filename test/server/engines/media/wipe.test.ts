import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Blank } from '#server/engines/media/container.ts';
import { wipe } from '#server/engines/media/wipe.ts';

const SIZE = 300_000;
const FILM = Buffer.alloc(SIZE, 'film');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-wipe-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The file after the notes are wiped, and how often it was written. */
async function wiped(blanks: readonly Blank[]): Promise<{ bytes: Buffer; writes: number }> {
  const path = join(folder, 'film');
  await writeFile(path, FILM);
  const file = await open(path, 'r+');
  let writes = 0;
  const counted = {
    read: (...args: [Buffer, number, number, number]) => file.read(...args),
    write: (...args: [Buffer, number, number, number]) => {
      writes += 1;
      return file.write(...args);
    },
  };
  await wipe(counted as unknown as typeof file, blanks);
  await file.close();
  return { bytes: await readFile(path), writes };
}

/** The same, a note at a time. */
function naively(blanks: readonly Blank[]): Buffer {
  const bytes = Buffer.from(FILM);
  for (const { nameAt, name, start, end } of blanks) {
    if (nameAt !== null) bytes.write(name, nameAt, 'latin1');
    bytes.fill(0, start, end);
  }
  return bytes;
}

it('overwrites the notes and nothing else, wherever they lie and however long they are', async () => {
  const lengths = fc.oneof(fc.nat(200), fc.nat(100_000));
  const boxes = fc.array(fc.record({ gap: lengths, length: lengths, isNamed: fc.boolean() }), { maxLength: 12 });
  const property = fc.asyncProperty(boxes, async (drawn) => {
    const blanks: Blank[] = [];
    let at = 0;
    for (const { gap, length, isNamed } of drawn) {
      const start = at + gap + 8;
      if (start + length > SIZE) break;
      blanks.push({ nameAt: isNamed ? start - 4 : null, name: 'free', start, end: start + length });
      at = start + length;
    }
    const { bytes } = await wiped(blanks.toReversed());
    expect(bytes.equals(naively(blanks))).toBe(true);
  });
  await fc.assert(property, { numRuns: 30 });
});

it('writes thousands of small notes side by side with few writes of the disk', async () => {
  const blanks = Array.from({ length: 19_900 }, (_, n): Blank => {
    const start = n * 9 + 8;
    return { nameAt: start - 4, name: 'free', start, end: start + 1 };
  });
  const { bytes, writes } = await wiped(blanks);
  expect(bytes.equals(naively(blanks))).toBe(true);
  expect(writes).toBeLessThan(10);
});
