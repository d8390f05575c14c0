import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Versioned } from '#projections/kernel/collection.ts';
import { createBuildCache } from '#server/engines/sqlite/readStore/rebuild/cache.ts';

const COLLECTIONS = ['posts', 'saves'] as const;
/** So few that nearly every step forgets something. */
const AGE_DOCUMENTS = 3;

const steps = fc.array(
  fc.record({ collection: fc.constantFrom(...COLLECTIONS), key: fc.constantFrom(...'abcdefgh'), puts: fc.boolean() }),
  { maxLength: 60 },
);

/** A cache before a file, as a build uses them. */
function cacheBeforeFile() {
  const file: Versioned[] = [];
  const cache = createBuildCache(
    COLLECTIONS,
    () => {
      for (const held of cache.takeChanged()) {
        held.row ??= file.length;
        file[held.row] = held.document;
      }
      return true;
    },
    AGE_DOCUMENTS,
  );
  return {
    cache,
    get(collection: string, key: string): Versioned | undefined {
      const held = cache.get(collection, key);
      if (held !== undefined || !cache.mayBeForgotten(collection, key)) return held;
      const row = file.findIndex((document) => document.collection === collection && document.key === key);
      if (row < 0) return undefined;
      cache.keep(file[row] as Versioned, row);
      return file[row];
    },
  };
}

it('answers the newest version of every document, whatever was forgotten meanwhile', () => {
  fc.assert(
    fc.property(steps, (sequence) => {
      const { cache, get } = cacheBeforeFile();
      const newest = new Map<string, Versioned>();
      for (const [step, { collection, key, puts }] of sequence.entries()) {
        if (puts) {
          const document = { collection, key, position: String(step), doc: { step } };
          cache.put(document);
          newest.set(`${collection} ${key}`, document);
        }
        expect(get(collection, key)).toEqual(newest.get(`${collection} ${key}`));
      }
    }),
    { seed: 20, numRuns: 500 },
  );
});

it('hands every changed document over once, in its last version', () => {
  const { cache } = cacheBeforeFile();
  const document = (key: string, position: string) => ({ collection: 'posts', key, position, doc: {} });
  cache.put(document('a', '1'));
  cache.put(document('b', '2'));
  cache.put(document('a', '3'));
  expect(cache.changed).toBe(2);
  expect(cache.takeChanged().map((held) => held.document)).toEqual([document('a', '3'), document('b', '2')]);
  expect(cache.takeChanged()).toEqual([]);
});

it('hands over first the documents of collections that change least', () => {
  const cache = createBuildCache(COLLECTIONS, () => true);
  const put = (collection: string, key: string, position: string) => cache.put({ collection, key, position, doc: {} });
  put('posts', 'a', '1');
  put('posts', 'b', '2');
  put('saves', 's', '3');
  put('posts', 'a', '4');
  const taken = () => cache.takeChanged(2).map(({ document }) => `${document.key}${document.position}`);
  expect(taken()).toEqual(['s3', 'a4']);
  put('saves', 't', '5');
  expect(cache.changed).toBe(2);
  expect(taken()).toEqual(['t5', 'b2']);
  expect(cache.changed).toBe(0);
});
