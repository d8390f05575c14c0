import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { defineCollection, type Versioned } from '#projections/kernel/collection.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';

interface Card {
  readonly id: string;
  readonly suit: string | null;
  readonly owner: string;
  readonly rank: string;
}

const cards = defineCollection<Card>({
  name: 'cards',
  schema: z.strictObject({ id: z.string(), suit: z.nullable(z.string()), owner: z.string(), rank: z.string() }),
  queries: {
    bySuit: { equals: ['suit'], order: 'rank' },
    byBoth: { equals: ['suit', 'owner'], order: null },
  },
  topics: () => [],
});

const putArbitrary = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  doc: fc.option(
    fc.record({
      suit: fc.constantFrom('hearts', 'spades', null),
      owner: fc.constantFrom('ann', 'bob'),
      rank: fc.constantFrom('1', '2', '3'),
    }),
  ),
});

describe('documents in memory', () => {
  it('answer queries as if each looked through all documents', () => {
    fc.assert(
      fc.property(fc.array(putArbitrary, { maxLength: 30, size: 'max' }), (puts) => {
        const set = createDocumentSet([cards]);
        const plain = new Map<string, Card | null>();
        for (const [n, { key, doc }] of puts.entries()) {
          const card = doc === null ? null : { id: key, ...doc };
          set.put({ collection: 'cards', key, position: String(n), doc: card });
          plain.set(key, card);
        }
        const all = [...plain.values()].flatMap((card) => card ?? []);
        const keysOf = (found: readonly Versioned[]) => found.map(({ key }) => key);
        for (const suit of ['hearts', 'spades', 'clubs']) {
          const ranked = all.filter((card) => card.suit === suit);
          ranked.sort((a, b) => b.rank.localeCompare(a.rank) || b.id.localeCompare(a.id));
          expect(keysOf(set.query('cards', 'bySuit', [suit]))).toEqual(ranked.map((card) => card.id));
          const owned = all.filter((card) => card.suit === suit && card.owner === 'ann').map((card) => card.id);
          expect(keysOf(set.query('cards', 'byBoth', [suit, 'ann']))).toEqual(owned.sort());
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it('know gone documents by key, and refuse names that were not declared', () => {
    const set = createDocumentSet([cards]);
    set.put({ collection: 'cards', key: 'a', position: '1', doc: null });
    expect(set.get('cards', 'a')).toEqual({ collection: 'cards', key: 'a', position: '1', doc: null });
    expect(() => set.get('dice', 'a')).toThrow('There is no collection dice');
    expect(() => set.query('cards', 'byColour', ['red'])).toThrow('declares no query byColour');
  });
});
