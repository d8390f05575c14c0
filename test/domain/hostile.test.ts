import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '#domain/kernel/actor.ts';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { models } from '../model/nouns.ts';
import { runsOf } from '../runs.ts';
import { files, richTexts, texts } from './arbitraries.ts';
import { as, NOW, system, visitor } from './given.ts';
import { id } from './samples.ts';
import { World } from './world.ts';

/** Payloads for each command. */
const PAYLOADS = runsOf(1_100);

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

const known = Object.fromEntries(models.flatMap((model) => Object.entries(model.commands)));

/** Values that no field of any command accepts. */
const misfits = [null, undefined, 0, Number.NaN, -1, false, {}, [], [null], [[[]]], { $ne: null }, 'x'.repeat(70_000)];
/** Rich text that is none: nested, with unknown marks, kinds, keys, or without an end. */
const brokenTexts = [
  [{ type: 'paragraph', children: [{ type: 'paragraph', children: [{ text: 'x' }] }] }],
  [{ type: 'paragraph', children: [{ text: 'x', underline: true }] }],
  [{ type: 'paragraph', children: [{ text: 'x', bold: 'yes' }] }],
  [{ type: 'link', url: 'javascript:alert(1)', children: [{ text: 'x' }] }],
  [{ type: 'paragraph', children: [] }],
  [{ type: 'paragraph', onclick: 'x', children: [{ text: 'x' }] }],
];

const actors = fc.constantFrom<Actor>(visitor, system, as(id('ada')), as(''), as("x' OR 1=1 --"));

describe.each(Object.values(commandDefinitions).map(({ type, schema }) => [type, schema] as const))(
  'the fields of %s',
  (type, schema) => {
    const { lawful: data, later = [], orNone = [] } = known[type] ?? {};
    if (data === undefined) throw new Error(`No model in test/model knows ${type}.`);
    const takes = (payload: unknown) => schema.safeParse(payload).success;

    it('are taken as they should be, and no other', () => {
      expect(takes(data)).toBe(true);
      expect(Object.keys(data).sort()).toEqual(Object.keys(schema.shape).sort());
      expect(takes({ ...data, admin: true })).toBe(false);
      for (const key of ['__proto__', 'constructor']) {
        const disguised = Object.defineProperty({ ...data }, key, { value: {}, enumerable: true });
        expect(takes(disguised)).toBe(false);
      }
      for (const payload of [null, undefined, [], 'x', 7]) expect(takes(payload)).toBe(false);
    });

    it('are refused when one is missing that was always there, of a wrong type, or far too long', () => {
      for (const field of Object.keys(data)) {
        const { [field]: _left, ...others } = data;
        const isLater = later.includes(field);
        expect([field, takes(others)]).toEqual([field, isLater]);
        // An empty list of pictures is a list of pictures.
        const isList = field === 'media';
        // Where a person can say yes or no, `false` is an answer.
        const isSwitch = [true, false].every((answer) => takes({ ...data, [field]: answer }));
        const isNone = (misfit: unknown) => (isLater ? misfit == null : orNone.includes(field) && misfit === null);
        const isAnswer = (misfit: unknown) =>
          (isList && isEmptyList(misfit)) || (isSwitch && misfit === false) || isNone(misfit);
        const wrong = misfits.filter((misfit) => !isAnswer(misfit));
        expect(wrong.filter((misfit) => takes({ ...data, [field]: misfit }))).toEqual([]);
        for (const text of field === 'text' ? brokenTexts : []) expect(takes({ ...data, text })).toBe(false);
      }
    });
  },
);

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

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
