import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collections } from '#projections/registry.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import { id } from '#test/projections/support/events.ts';
import { createDocuments, TOMBSTONES_MAX, takeDocuments } from '#web/sync/documents/documents.ts';

const at = (n: number) => String(n).padStart(16, '0');
const received = (position: number, doc: Record<string, unknown> | null, key = 'a'): WireDocument => ({
  collection: 'posts',
  key,
  position: at(position),
  doc,
});

describe('the documents that a client holds', () => {
  it('[P5] packets in any order, and any number of times, come to the same', () => {
    const packet = fc.record({ key: fc.constantFrom('a', 'b'), position: fc.nat(6), isGone: fc.boolean() });
    fc.assert(
      fc.property(fc.array(packet), fc.nat(), (packets, turn) => {
        const wire = packets.map(({ key, position, isGone }) =>
          received(position, isGone ? null : { v: position }, key),
        );
        const moved = [...wire.slice(turn % (wire.length + 1)), ...wire, ...wire.slice(0, turn % (wire.length + 1))];
        const [straight, mixed] = [createDocuments(new Map()), createDocuments(new Map())];
        for (const each of wire) straight.accept(each);
        for (const each of moved.reverse()) mixed.accept(each);
        expect(new Map(mixed.all())).toEqual(new Map(straight.all()));
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('keeps what is held against older news, and says when nothing changed', () => {
    const documents = createDocuments(new Map());
    expect(documents.accept(received(5, { v: 5 }))).toBe(true);
    expect(documents.accept(received(5, { v: 5 }))).toBe(false);
    expect(documents.accept(received(4, null))).toBe(false);
    expect(documents.accept(received(6, null))).toBe(true);
    expect(documents.accept(received(5, { v: 5 }))).toBe(false);
    expect(documents.get('posts a')?.doc).toBeNull();
  });

  it('takes a document for what it is when one topic says "left" and another one has it', () => {
    const documents = createDocuments(new Map());
    documents.accept(received(5, null));
    expect(documents.accept(received(5, { v: 5 }))).toBe(true);
    expect(documents.accept(received(5, null))).toBe(false);
    expect(documents.get('posts a')?.doc).toEqual({ v: 5 });
  });

  it('takes every document of another generation, also at an older position', () => {
    const documents = createDocuments(new Map());
    documents.beginGeneration('one');
    documents.accept(received(5, { v: 'old schema' }));
    documents.beginGeneration('two');
    expect(documents.accept(received(4, { v: 'new schema' }))).toBe(true);
    expect(documents.get('posts a')?.doc).toEqual({ v: 'new schema' });
  });

  it(`forgets the oldest tombstones beyond ${TOMBSTONES_MAX}`, () => {
    const documents = createDocuments(new Map());
    for (let n = 0; n <= TOMBSTONES_MAX; n += 1) documents.accept(received(n, null, `k${n}`));
    expect(documents.get('posts k0')).toBeUndefined();
    expect(documents.get('posts k1')).toBeDefined();
  });

  it('[P5] [P10] are without personal data of the erased, in any order of packets and any number of times', () => {
    const ann = id('ann');
    const post = (position: number, text: string | null): WireDocument => ({
      ...received(position, { id: 'a', author: ann, text, media: text === null ? null : [], saves: 1 }),
    });
    const others = received(3, { id: 'b', author: id('bob'), text: 'his words', media: [] }, 'b');
    const erasure: WireDocument = { collection: 'erasures', key: ann, position: at(9), doc: { id: ann } };
    const packets = [[post(4, 'my words'), others], [erasure], [post(2, 'older')], [post(4, null)], [post(5, 'newer')]];
    const orders = fc.shuffledSubarray([...packets, ...packets], { minLength: 2 * packets.length });
    fc.assert(
      fc.property(orders, (order) => {
        const documents = createDocuments(collections);
        for (const packet of order) takeDocuments(documents, packet);
        expect(documents.get('posts a')).toMatchObject({ position: at(5), doc: { text: null, media: null, saves: 1 } });
        expect(documents.get('posts b')?.doc).toEqual(others.doc);
      }),
    );
    const documents = createDocuments(collections);
    takeDocuments(documents, [post(4, 'my words'), others]);
    expect(takeDocuments(documents, [erasure])).toEqual([`erasures ${ann}`, 'posts a']);
  });
});
