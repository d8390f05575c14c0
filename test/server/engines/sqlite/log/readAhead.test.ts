import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BATCHES_AHEAD, createReadAhead, type LogBatch } from '#server/engines/sqlite/log/readAhead.ts';

const LAST = 100;

/** A log of a hundred events, each its own position; it records reads, and fails once where asked. */
function sampleLog(failsOnceAfter: string | null = null) {
  const reads: string[] = [];
  let fails = failsOnceAfter;
  const read = async (after: string, limit: number): Promise<LogBatch> => {
    reads.push(after);
    if (after === fails) {
      fails = null;
      throw new Error('The disk has gone.');
    }
    const to = Math.min(LAST, Number(after) + limit);
    return { text: `${after}-${to}`, read: to - Number(after), last: to === Number(after) ? null : String(to) };
  };
  return { reads, read };
}

describe('reading ahead of a build', () => {
  it('answers every batch in order, and reads none twice', async () => {
    const { reads, read } = sampleLog();
    const readAhead = createReadAhead(read);
    const texts: string[] = [];
    for (let after: string | null = '0'; after !== null && after !== String(LAST); ) {
      const batch: LogBatch = await readAhead(after, 10);
      texts.push(batch.text);
      after = batch.last;
    }
    expect(texts).toEqual(Array.from({ length: 10 }, (_, index) => `${index * 10}-${index * 10 + 10}`));
    expect(reads).toEqual(Array.from({ length: 10 }, (_, index) => String(index * 10)));
  });

  it('reads before it is asked, if the first read is known, and none twice', async () => {
    const { reads, read } = sampleLog();
    const readAhead = createReadAhead(read, { after: '0', limit: 50 });
    while (reads.length < 2) await setImmediate();
    expect((await readAhead('0', 50)).text).toBe('0-50');
    expect((await readAhead('50', 50)).text).toBe('50-100');
    expect(reads).toEqual(['0', '50']);
  });

  it('is asked for something else than the first read that was known', async () => {
    const { read } = sampleLog();
    const readAhead = createReadAhead(read, { after: '0', limit: 10 });
    expect((await readAhead('40', 10)).text).toBe('40-50');
    expect((await readAhead('50', 10)).text).toBe('50-60');
  });

  it('tries the first read again if it failed', async () => {
    const { reads, read } = sampleLog('0');
    const readAhead = createReadAhead(read, { after: '0', limit: 10 });
    while (reads.length < 1) await setImmediate();
    expect((await readAhead('0', 10)).text).toBe('0-10');
  });

  it('reads what it is asked for when that is not what follows', async () => {
    const { read } = sampleLog();
    const readAhead = createReadAhead(read);
    await readAhead('0', 10);
    expect((await readAhead('50', 10)).text).toBe('50-60');
    expect((await readAhead('60', 5)).text).toBe('60-65');
    expect((await readAhead('65', 5)).text).toBe('65-70');
  });

  it('reads a batch that failed again when it is asked for', async () => {
    const { reads, read } = sampleLog('10');
    const readAhead = createReadAhead(read);
    await readAhead('0', 10);
    expect((await readAhead('10', 10)).text).toBe('10-20');
    expect((await readAhead('20', 10)).text).toBe('20-30');
    expect(reads.filter((after) => after === '10')).toHaveLength(2);
  });

  it('answers two reads that are under way together each by itself, and goes on from the last one', async () => {
    const { read } = sampleLog();
    const readAhead = createReadAhead(read);
    await readAhead('0', 10);
    const [first, second] = await Promise.all([readAhead('10', 10), readAhead('5', 10)]);
    expect([first.text, second.text]).toEqual(['10-20', '5-15']);
    expect((await readAhead('15', 10)).text).toBe('15-25');
  });

  it('answers two reads of the same that are under way together', async () => {
    const { read } = sampleLog();
    const readAhead = createReadAhead(read);
    await readAhead('0', 10);
    const both = await Promise.all([readAhead('10', 10), readAhead('10', 10)]);
    expect(both.map(({ text }) => text)).toEqual(['10-20', '10-20']);
  });

  it('reads no further ahead than some batches', async () => {
    const reads: string[] = [];
    const readAhead = createReadAhead(async (after, limit) => {
      reads.push(after);
      return { text: '', read: limit, last: String(Number(after) + limit) };
    });
    await readAhead('0', 10);
    for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    expect(reads).toHaveLength(1 + BATCHES_AHEAD);
  });

  it('looks anew at a log that was empty when it read ahead', async () => {
    const log = sampleLog();
    let isEmpty = true;
    const readAhead = createReadAhead(
      async (after, limit) => {
        const batch = await log.read(after, limit);
        return isEmpty ? { text: '', read: 0, last: null } : batch;
      },
      { after: '0', limit: 10 },
    );
    while (log.reads.length < 1) await setImmediate();
    isEmpty = false;
    expect((await readAhead('0', 10)).text).toBe('0-10');
  });

  it('looks anew at the end of the log, where more may have come', async () => {
    const { reads, read } = sampleLog();
    const readAhead = createReadAhead(read);
    await readAhead('85', 10);
    await readAhead('95', 10);
    await readAhead('95', 10);
    expect(reads).toEqual(['85', '95', '95']);
  });
});
