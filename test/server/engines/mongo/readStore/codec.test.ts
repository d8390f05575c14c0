import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeDoc, encodeDoc } from '#server/engines/mongo/readStore/codec.ts';

/** All names of fields in a value. */
function namesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(namesOf)];
}

const name = fc.string({ unit: fc.constantFrom('a', '$', '.', '~', '0', '1', '2'), minLength: 1, maxLength: 6 });
const { doc } = fc.letrec((tie) => ({
  doc: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), fc.constant(null), tie('list'), tie('fields')),
  list: fc.array(tie('doc'), { maxLength: 3 }),
  fields: fc.dictionary(name, tie('doc'), { maxKeys: 4 }),
}));

describe('documents as MongoDB stores them', () => {
  it('come back as they were, under names that every server takes', () => {
    fc.assert(
      fc.property(doc, (value) => {
        const stored = encodeDoc(value);
        expect(namesOf(stored).filter((each) => each.startsWith('$') || each.includes('.'))).toEqual([]);
        expect(decodeDoc(stored)).toEqual(value);
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('hold a tombstone where there is nothing', () => {
    expect(encodeDoc(undefined)).toBeNull();
  });
});
