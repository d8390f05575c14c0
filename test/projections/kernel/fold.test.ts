import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import { personal } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { shapeDigest, versionsOf } from '#projections/engine/versions.ts';
import { defineCollection } from '#projections/kernel/collection.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { erasedAmong, erasures, subjectOf, withoutErased } from '#projections/kernel/erasure.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import { type EventFold, FOLD_MAX_DOCUMENTS, type Projection, write } from '#projections/kernel/projection.ts';
import { collections, foldTable, projections } from '#projections/registry.ts';
import { refsOf } from '#projections/sync/window.ts';
import { accounts, people } from '#projections/user/collections.ts';
import { createLogBuilder, creation, id, registration, topLevel } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

type BioChanged = Extract<UserEvent, { type: 'BioChanged' }>;

const things = defineCollection<{ id: string }>({
  name: 'things',
  schema: z.strictObject({ id: z.string() }),
  queries: { byId: { equals: ['id'], order: null } },
  topics: () => [],
});

function projectionWith(fold: EventFold<BioChanged>): Projection {
  return { name: 'things', version: 1, collections: [things], folds: { BioChanged: fold } };
}

/** The failure of folding one BioChanged with this fold; `null` without one. */
function failureOf(fold: EventFold<BioChanged>): string | null {
  const table = compileFolds([projectionWith(fold)], eventDefinitions);
  const event = createLogBuilder().add('BioChanged', { userId: id('ann'), bio: personal('x') });
  const { changes, failures } = foldEvent(table, event, createDocumentSet(table.collections.values()));
  expect(changes.length === 0).toBe(failures.length > 0);
  return failures[0]?.error ?? null;
}

describe('a fold', () => {
  const key = { collection: 'things', key: 'a' };

  it('sees and writes what it declared', () => {
    const fold: EventFold<BioChanged> = {
      reads: () => [key],
      fold: (_event, documents) => {
        documents.get(things, 'a');
        return [write(things, 'a', { id: 'a' })];
      },
    };
    expect(failureOf(fold)).toBeNull();
  });

  it('reads no more documents than an event may touch, and fails when it would', () => {
    const reading = (count: number): EventFold<BioChanged> => ({
      reads: () => Array.from({ length: count }, (_, n) => ({ collection: 'things', key: `${n}` })),
      fold: () => [write(things, '0', { id: '0' })],
    });
    expect(failureOf(reading(FOLD_MAX_DOCUMENTS))).toBeNull();
    expect(failureOf(reading(FOLD_MAX_DOCUMENTS + 1))).toContain('TooManyDocuments');
  });

  it.each<[string, EventFold<BioChanged>]>([
    [
      'reads a key',
      { reads: () => [], fold: (_event, documents) => [write(things, 'a', documents.get(things, 'a') ?? null)] },
    ],
    ['writes a key', { reads: () => [], fold: () => [write(things, 'a', { id: 'a' })] }],
    ['reads another noun', { reads: () => [{ collection: 'people', key: 'a' }], fold: () => [] }],
  ])('fails when it %s that it did not declare', (_what, fold) => {
    expect(failureOf(fold)).toContain('UndeclaredAccess');
  });

  it('sees the documents as they were before the event, whatever another fold of it writes', () => {
    const documents = foldAll(createLogBuilder().events);
    const event = createLogBuilder().add('UserRegistered', registration('ann'));
    const { changes } = foldEvent(foldTable, event, documents);
    expect(changes.map(({ collection }) => collection)).toEqual(expect.arrayContaining(['people', 'accounts']));
    expect(changes.filter(({ before }) => before !== undefined)).toEqual([]);
    expect(documents.get('people', id('ann'))).toBeUndefined();
  });
});

describe('erasure', () => {
  const bike = topLevel('bike', 'ann');

  it('[P10] writes a named number of documents, and rewrites none of what the person wrote', () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(bike, 'my words'));
    const before = foldAll(log.events);
    const event = log.add('SubjectErased', { userId: id('ann'), campus: null });
    const { changes } = foldEvent(foldTable, event, before);
    // One document in each collection that keeps something under the person's id, whichever nouns there are.
    const written = changes.map(({ collection }) => collection);
    expect(written).toEqual(expect.arrayContaining([erasures, people, accounts].map(({ name }) => name)));
    expect(new Set(written).size).toBe(written.length);
    expect(new Set(changes.map(({ key }) => key))).toEqual(new Set([id('ann')]));
    const documents = foldAll(log.events);
    expect(documents.get('posts', bike.postId)).toEqual(before.get('posts', bike.postId));
    expect(documentOf(documents, people, id('ann'))).toMatchObject({ username: null, firstName: null, erased: true });
    expect(documentOf(documents, accounts, id('ann'))).toBeNull();
  });

  it('[P10] is written whatever is parked, and goes on when the fold of the noun fails', () => {
    const log = createLogBuilder();
    log.add('PostCreated', creation(bike, 'my words'));
    const documents = foldAll(log.events);
    const event = log.add('SubjectErased', { userId: id('ann'), campus: null });
    const broken = projections.map((each) =>
      each.name === 'user'
        ? { ...each, folds: { SubjectErased: { reads: () => [], fold: () => [write(people, 'a', null)] } } }
        : each,
    );
    const { changes, failures } = foldEvent(compileFolds(broken, eventDefinitions), event, documents, () => true);
    expect(failures).toHaveLength(1);
    expect(changes).toContainEqual(expect.objectContaining({ key: id('ann'), doc: { id: id('ann') } }));
  });

  it('[P10] reaches everything of the subject among what somebody holds, by what collections declare', () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(bike, 'my words'));
    log.add('PostCreated', creation(topLevel('lamp', 'bob'), 'his words'));
    const before = foldAll(log.events);
    log.add('SubjectErased', { userId: id('ann'), campus: null });
    const erased = erasedAmong(foldAll(log.events).all(erasures.name));
    const seen = (collection: string, key: string) => {
      const document = before.get(collection, key);
      if (document === undefined) throw new Error(`There is no ${collection} ${key}.`);
      expect(refsOf(collections, collection, document.doc)).toContainEqual({
        collection: erasures.name,
        key: subjectOf(collections.get(collection), document.doc),
      });
      return withoutErased(collections, document, (subject) => erased.has(subject));
    };
    expect(seen('posts', bike.postId)).toMatchObject({ doc: { text: null, media: null, deleted: false } });
    expect(seen('people', id('ann'))).toMatchObject({ doc: { username: null, firstName: null, id: id('ann') } });
    expect(seen('accounts', id('ann'))).toMatchObject({ doc: { email: null, campus: 'ou' } });
    expect(seen('posts', id('lamp'))).toEqual(before.get('posts', id('lamp')));
  });
});

describe('the table of folds', () => {
  it('refuses two projections of one collection, a fold of no event', () => {
    const twice = { ...projectionWith({ reads: () => [], fold: () => [] }), name: 'again' };
    expect(() => compileFolds([twice, { ...twice }], eventDefinitions)).toThrow(
      'Two projections have a collection things',
    );
    expect(() => compileFolds([twice], {})).toThrow('which is no event');
  });

  it('gives another digest of versions when a projection is raised or has other collections, and the same for another order', () => {
    const raised = projections.map((each) => (each.name === 'post' ? { ...each, version: each.version + 1 } : each));
    expect(versionsOf(raised)).not.toBe(versionsOf(projections));
    expect(versionsOf([...projections].reverse())).toBe(versionsOf(projections));
    const fewer = projections.map((each) => (each.name === 'post' ? { ...each, collections: [] } : each));
    expect(versionsOf(fewer)).not.toBe(versionsOf(projections));
  });

  it('names shapes and versions as installed releases have noted them, so that an upgrade builds nothing anew', () => {
    const queries = { byOwner: { equals: ['owner'], order: 'at' }, all: { equals: [], order: null } };
    const shaped = [
      { name: 'notes', queries },
      { name: 'owners', queries: {} },
    ] as unknown as Projection['collections'];
    const notes = { name: 'notes', version: 3, collections: shaped };
    expect([shapeDigest(notes), versionsOf([notes])]).toEqual(['6193c86ca48d', '61011ef1624e']);
  });

  it('names every personal field of a document with a subject, and none without', () => {
    for (const { name, subject, personal: fields } of collections.values()) {
      expect([name, subject === null]).toEqual([name, fields.length === 0]);
    }
  });
});
