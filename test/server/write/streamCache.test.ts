import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { createKeyedLock } from '#server/concurrency/keyedLock.ts';
import { createSlots } from '#server/concurrency/slots.ts';
import { canonicalJson } from '#server/kernel/canonicalJson.ts';
import { createStreamCache } from '#server/write/streamCache.ts';

/** Events of a stream called `long…` are long. */
const textOf = (stream: string) => 'x'.repeat(stream.startsWith('long') ? 2_000 : 100);

/** @param capacity characters */
function countingCache(capacity?: number) {
  const length = new Map<string, number>();
  const reads: (readonly [string, number])[] = [];
  const cache = createStreamCache<number>({
    read: async (stream, from) => {
      reads.push([stream, from]);
      const all = length.get(stream) ?? 0;
      return Array.from(
        { length: Math.max(0, all - from) },
        (_, n) => ({ revision: from + n, data: { text: textOf(stream) } }) as RecordedEvent,
      );
    },
    initial: () => 0,
    fold: (value, events) => value + events.length,
    ...(capacity === undefined ? {} : { capacity }),
  });
  return { cache, reads, length };
}

describe('stream cache', () => {
  it('asks the store every time, and only for what it has not seen', async () => {
    const { cache, reads, length } = countingCache();
    length.set('a', 3);
    expect(await cache.current('a')).toEqual({ revision: 2, value: 3 });
    length.set('a', 5);
    expect(await cache.current('a')).toEqual({ revision: 4, value: 5 });
    expect(await cache.current('a')).toEqual({ revision: 4, value: 5 });
    expect(reads).toEqual([
      ['a', 0],
      ['a', 3],
      ['a', 5],
    ]);
  });

  it('knows an empty stream', async () => {
    expect(await countingCache().cache.current('none')).toEqual({ revision: -1, value: 0 });
  });

  it('forgets the stream unused for longest, and everything when it is cleared', async () => {
    const { cache, reads, length } = countingCache(600);
    for (const stream of ['a', 'b', 'c']) length.set(stream, 1);
    for (const stream of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.current(stream);
    expect(reads.map(([stream, from]) => `${stream}${from}`)).toEqual(['a0', 'b0', 'a1', 'c0', 'a1', 'b0']);
    cache.clear();
    await cache.current('a');
    expect(reads.at(-1)).toEqual(['a', 0]);
  });

  it('keeps the others beside one that somebody changes again and again', async () => {
    const { cache, reads, length } = countingCache();
    const others = Array.from({ length: 50 }, (_, n) => `other${n}`);
    for (const stream of others) length.set(stream, 1);
    for (const stream of others) await cache.current(stream);
    // Three times as many characters as the whole cache has.
    for (let events = 300; events <= 3_000; events += 300) {
      length.set('long', events);
      await cache.current('long');
      await cache.current('long');
    }
    const before = reads.length;
    for (const stream of others) await cache.current(stream);
    expect(reads.slice(before).map(([, from]) => from)).toEqual(others.map(() => 1));
  });

  it('keeps fewer streams of long events, and of many events, than of short ones', async () => {
    const kept = async (names: readonly string[], events: number) => {
      const { cache, reads, length } = countingCache(20_000);
      for (const name of names) length.set(name, events);
      for (const name of names) await cache.current(name);
      for (const name of [...names].reverse()) await cache.current(name);
      return reads.slice(names.length).filter(([, from]) => from > 0).length;
    };
    const names = (word: string) => Array.from({ length: 60 }, (_, n) => `${word}${n}`);
    expect(await kept(names('short'), 1)).toBe(60);
    expect(await kept(names('long'), 1)).toBeLessThan(20);
    expect(await kept(names('short'), 10)).toBeLessThan(20);
  });
});

describe('keyed lock', () => {
  it('lets tasks of one key run one after the other, and of different keys at once', async () => {
    const lock = createKeyedLock();
    const order: string[] = [];
    const release = await lock.acquire('a');
    const second = lock.run('a', async () => order.push('second of a'));
    await lock.run('b', async () => order.push('first of b'));
    expect(order).toEqual(['first of b']);
    release();
    release();
    await second;
    expect(order).toEqual(['first of b', 'second of a']);
  });

  it('goes on after a task that failed', async () => {
    const lock = createKeyedLock();
    await expect(lock.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lock.run('a', async () => 'yes')).toBe('yes');
  });
});

describe('slots', () => {
  it('runs so many at a time, in order', async () => {
    const slots = createSlots(2);
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const task = (n: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(n);
    };
    await Promise.all([0, 1, 2, 3, 4].map((n) => slots.run(task(n))));
    expect(most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('canonical JSON', () => {
  it('is the same text for the same value in another order', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
    expect(canonicalJson({ a: true, b: [1, { c: 'x', d: null }] })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  });

  it('leaves out what JSON leaves out, and keeps every string apart', () => {
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
    expect(canonicalJson('"},{')).not.toBe(canonicalJson({ '"},{': 1 }));
  });
});
