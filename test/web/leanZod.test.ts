import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z as full } from 'zod';
import { z as lean } from '#web/leanZod.ts';

/** Schemas as ours are written, once on each core. Every method and name that the lean one has is used here. */
function schemas(z: typeof full) {
  return {
    text: z.string().min(1).max(3),
    pattern: z.string().regex(/^[a-z]+$/),
    count: z.int().min(0).max(5),
    amount: z.number(),
    id: z.uuid(),
    kind: z.enum(['post', 'new user']),
    truth: z.literal(true),
    flag: z.boolean(),
    list: z.array(z.string()).min(1).max(2),
    map: z.record(z.string(), z.unknown()),
    either: z.union([z.string(), z.number()]),
    open: z.object({ a: z.string().optional() }),
    object: z.strictObject({ a: z.string().nullable(), b: z.int().optional(), c: z.array(z.strictObject({})).max(1) }),
  } as const;
}

const values = fc.oneof(
  fc.constantFrom(null, undefined, true, false, 0, 5, 6, -1, 0.5, Number.NaN, '', 'ab', 'abcd', 'post', 'A', [], {}),
  fc.uuid(),
  fc.array(fc.string()),
  fc.record({ a: fc.constantFrom(null, 'x', 1), b: fc.constantFrom(1, 1.5, undefined), c: fc.constant([{}]) }),
  fc.record(
    { a: fc.constant('x'), c: fc.constantFrom([], [{}, {}], [{ d: 1 }]), e: fc.constant(1) },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

describe('the browser’s zod', () => {
  const names = Object.keys(schemas(full)) as (keyof ReturnType<typeof schemas>)[];
  const whole = schemas(full);
  const small = schemas(lean as unknown as typeof full);

  it.each(names)('takes and refuses what the whole one does: %s', (name) => {
    fc.assert(
      fc.property(values, (value) => {
        const expected = whole[name].safeParse(value);
        const actual = small[name].safeParse(value);
        expect(actual.success).toBe(expected.success);
        if (expected.success) expect(actual.data).toEqual(expected.data);
      }),
      { seed: 23, numRuns: 400 },
    );
  });

  it('tells an object from other schemas, and lets its fields be looked at', () => {
    expect(small.object).toBeInstanceOf(lean.ZodObject);
    expect(small.text).not.toBeInstanceOf(lean.ZodObject);
    expect(Object.keys(small.object.shape)).toEqual(Object.keys(whole.object.shape));
    expect(small.object.shape.a.safeParse(1).success).toBe(false);
    expect(small.object.def.checks ?? []).toEqual([]);
  });
});
