import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '#domain/kernel/decider.ts';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { files, richTexts, texts } from './arbitraries.ts';
import { as, NOW, system, visitor } from './given.ts';
import { id } from './samples.ts';
import { World } from './world.ts';

/** Payloads for each command. */
const PAYLOADS = 1_100;

/** Values that hurt where they are not expected, and some that are nearly right. */
const value = fc.oneof(
  fc.anything({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
  texts,
  richTexts,
  fc.array(files, { maxLength: 12 }),
  fc.constantFrom(id('ada'), 'ou', 'ada@ou.edu', 'Ada Lovelace', true, null, Number.NaN, -0, 2 ** 53, '__proto__'),
);

/** A payload with the right keys and any values, with keys too many or too few, or something else altogether. */
function payloads(keys: readonly string[]): fc.Arbitrary<unknown> {
  const shaped = fc.record(Object.fromEntries(keys.map((key) => [key, value])));
  return fc.oneof(
    { weight: 4, arbitrary: shaped },
    {
      weight: 1,
      arbitrary: fc.tuple(shaped, fc.string(), value).map(([data, key, extra]) => ({ ...data, [key]: extra })),
    },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...keys, 'extra'), value) },
    { weight: 1, arbitrary: value },
  );
}

const actors = fc.constantFrom<Actor>(visitor, system, as(id('ada')), as(''), as("x' OR 1=1 --"));

describe('hostile payloads', () => {
  it.each(Object.values(commandDefinitions).map((definition) => [definition.type, definition] as const))(
    '%s answers all of them with a decision or a refusal',
    (type, { schema }) => {
      const keys = Object.keys(schema.shape);
      fc.assert(
        fc.property(payloads(keys), actors, fc.constantFrom('ou', 'campus', '', '__proto__'), (data, actor, campus) => {
          measureJson(data);
          const decision = new World().dispatch(type, data, { actor, campus, now: NOW, uploads: [] });
          expect(typeof decision.ok).toBe('boolean');
        }),
        { seed: 7, numRuns: PAYLOADS },
      );
    },
  );
});
