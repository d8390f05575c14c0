import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { documentCheckOf } from '#projections/kernel/documentCheck.ts';

const schema = z.strictObject({
  id: z.string(),
  parent: z.string().nullable(),
  count: z.int().min(0),
  text: z.array(z.strictObject({ text: z.string() })).min(1),
  note: z.string().optional(),
});

const fitting: fc.Arbitrary<z.infer<typeof schema>> = fc.record(
  {
    id: fc.string(),
    parent: fc.option(fc.string(), { nil: null }),
    count: fc.nat(),
    text: fc.array(fc.record({ text: fc.string() }), { minLength: 1 }),
    note: fc.string(),
  },
  { requiredKeys: ['id', 'parent', 'count', 'text'] },
);

/** Fields that are put over a document: fitting, broken, unknown, or taken away (`undefined`). */
const changes = fc.dictionary(
  fc.constantFrom('id', 'parent', 'count', 'text', 'note', 'other', 'constructor'),
  fc.oneof(
    fc.string(),
    fc.integer(),
    fc.constant(null),
    fc.constant(undefined),
    fc.constant([]),
    fc.constant([{ text: 'a' }]),
  ),
);

/** The document with the changes; what is changed to `undefined` is gone, or stands as `undefined`. */
function changed(before: object, change: Readonly<Record<string, unknown>>, removes: boolean): object {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(removes ? entries.filter(([, value]) => value !== undefined) : entries);
}

describe('the check of a written document', () => {
  it('says what the whole schema says, whatever changed of a document that fits', () => {
    const check = documentCheckOf(schema);
    fc.assert(
      fc.property(fitting, changes, fc.boolean(), (before, change, removes) => {
        const doc = changed(before, change, removes);
        expect(check(doc, before) === null).toBe(schema.safeParse(doc).success);
        expect(check(doc, null) === null).toBe(schema.safeParse(doc).success);
      }),
      { seed: 41, numRuns: 2_000 },
    );
  });

  it('asks a schema that has rules across fields about the whole', () => {
    const range = z.strictObject({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to);
    const check = documentCheckOf(range);
    expect(check({ from: 1, to: 2 }, { from: 1, to: 3 })).toBeNull();
    expect(check({ from: 4, to: 3 }, { from: 1, to: 3 })).not.toBeNull();
  });
});
