import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { parseEvent } from '#domain/kernel/parseEvent.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { foldTable } from '#projections/registry.ts';
import { compileDocumentSchemas, compileEventSchemas } from '#server/kernel/compiledSchemas.ts';
import { versionsOf } from '../../domain/schemas.ts';
import { readHistory } from '../../fixtures/pins.ts';

type Fields = Record<PropertyKey, unknown>;

/** A schema, the same compiled, and values that fit it. */
interface Pair {
  readonly name: string;
  readonly plain: z.ZodMiniType;
  readonly compiled: z.ZodMiniType;
  readonly samples: readonly unknown[];
}

/** Every document that the fixed history makes, by collection. */
function historicalDocuments(): ReadonlyMap<string, readonly unknown[]> {
  const documents = createDocumentSet(foldTable.collections.values());
  const found = new Map<string, unknown[]>([...foldTable.collections.keys()].map((name) => [name, []]));
  for (const stored of readHistory()) {
    const parsed = parseEvent(eventDefinitions, stored);
    if (parsed.kind !== 'event') throw new Error(`The history has an event that is ${parsed.kind}.`);
    const { changes } = foldEvent(foldTable, { ...stored, data: parsed.event.data }, documents);
    for (const { collection, key, doc } of changes) {
      documents.put({ collection, key, position: stored.position, doc });
      if (doc !== null) found.get(collection)?.push(doc);
    }
  }
  return found;
}

function documentPairs(): readonly Pair[] {
  const documents = historicalDocuments();
  return [...compileDocumentSchemas(foldTable).collections].map(([name, { schema }]) => {
    const plain = foldTable.collections.get(name)?.schema ?? z.never();
    return { name, plain, compiled: schema, samples: documents.get(name) ?? [] };
  });
}

function eventPairs(): readonly Pair[] {
  const history = readHistory();
  const compiled = Object.values(compileEventSchemas(eventDefinitions)).flatMap(versionsOf);
  const plain = Object.values(eventDefinitions).flatMap(versionsOf);
  return plain.map(({ name, schema }, place) => ({
    name,
    plain: schema,
    compiled: compiled[place]?.schema ?? z.never(),
    samples: history.filter(({ type, version }) => `${type}.v${version}` === name).map(({ data }) => data),
  }));
}

const PAIRS = [...documentPairs(), ...eventPairs()].map((pair) => [pair.name, pair] as const);

class Instance {}

const strangers = fc.constantFrom<unknown>(
  ...[null, undefined, true, 0, -1, 1.5, Number.NaN, 2 ** 53, 7n, '', 'text', '0'.repeat(16), [], [undefined], {}],
  ...[Symbol('stranger'), () => 'text', new Date(0), new String('text'), new Instance(), { $sealed: 'text' }],
  ...[{ $sealed: 'PostCreated 1 text 8c1f 9d2e Zm9v' }, { $sealed: 'PostCreated 1 text 8c1f 9d2e Zm9v', other: 1 }],
);
const strangeKeys = fc.constantFrom<PropertyKey>(
  'other',
  'constructor',
  'toString',
  '__proto__',
  '',
  '0',
  Symbol.iterator,
);

/** Changes one object or list that fits in place; `key` is one of its own. */
type Change = (target: Fields, key: PropertyKey, value: unknown, strangeKey: PropertyKey) => void;

const changes: readonly Change[] = [
  (target, key) => void Reflect.deleteProperty(target, key),
  (target, key, value) => define(target, key, { value }),
  (target, _key, value, strangeKey) => define(target, strangeKey, { value }),
  (target, key, value) => define(target, key, { get: () => value }),
  (target, key) => {
    const { [key]: value } = target;
    define(target, key, { get: () => value });
  },
  (target, key) => {
    const { [key]: value } = target;
    define(target, key, { value }, false);
  },
  (target, key) => {
    const { [key]: value } = target;
    Reflect.deleteProperty(target, key);
    Object.setPrototypeOf(target, { [key]: value });
  },
  (target) => void Object.setPrototypeOf(target, null),
  (target) => void Object.setPrototypeOf(target, Instance.prototype),
  (target, _key, value, strangeKey) => void Object.setPrototypeOf(target, { [strangeKey]: value }),
];

function define(target: Fields, key: PropertyKey, what: PropertyDescriptor, enumerable = true): void {
  // The length of a list can't be defined anew.
  Reflect.defineProperty(target, key, { ...what, enumerable, configurable: true });
}

/** An object or list anywhere in a value. */
function placeIn(value: unknown, turns: readonly number[]): Fields | null {
  if (typeof value !== 'object' || value === null) return null;
  const [turn = 0, ...later] = turns;
  const inner = Object.values(value);
  return turns.length === 0
    ? (value as Fields)
    : (placeIn(inner[turn % (inner.length || 1)], later) ?? (value as Fields));
}

const someChanges = fc.array(
  fc.record({
    turns: fc.array(fc.nat(40), { maxLength: 3 }),
    change: fc.constantFrom(...changes),
    key: fc.nat(40),
    value: strangers,
    strangeKey: strangeKeys,
  }),
  { maxLength: 2 },
);

describe('compiled schemas', () => {
  it.each(PAIRS)('there is code for %s', (_, { plain, samples }) => {
    expect(() => z.compile(plain, { strict: true })).not.toThrow();
    expect(samples).not.toEqual([]);
  });

  it.each(PAIRS)(
    '%s takes and refuses the same as without code, and says the same',
    (_, { plain, compiled, samples }) => {
      fc.assert(
        fc.property(fc.constantFrom(...samples), someChanges, (sample, made) => {
          const value: unknown = structuredClone(sample);
          for (const { turns, change, key, value: stranger, strangeKey } of made) {
            const target = placeIn(value, turns);
            if (target === null) continue;
            const keys = Object.keys(target);
            change(target, keys[key % (keys.length || 1)] ?? 'other', stranger, strangeKey);
          }
          const expected = plain.safeParse(value);
          const found = compiled.safeParse(value);
          expect(found.success).toBe(expected.success);
          expect(found.data).toEqual(expected.data);
          expect(found.error?.issues).toEqual(expected.error?.issues);
        }),
        { seed: 58, numRuns: 300 },
      );
    },
  );

  it.each(PAIRS)('%s refuses what is no object as without code', (_, { plain, compiled }) => {
    fc.assert(
      fc.property(strangers, (value) => {
        expect(compiled.safeParse(value).success).toBe(plain.safeParse(value).success);
      }),
      { seed: 59, numRuns: 60 },
    );
  });
});
