import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { applyEvent, type ParkedDocuments } from '#projections/engine/applyEvent.ts';
import { foldBatch } from '#projections/engine/foldBatch.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import { postCounters } from '#projections/post/collections.ts';
import { createLogBuilder, creation, id, position, saving, topLevel } from '../support/events.ts';
import { documentOf } from '../support/folded.ts';
import { POISON_CAMPUS, projections, tallies } from '../support/fragile.ts';

const table = compileFolds(projections, eventDefinitions);
const bike = topLevel('bike', 'ann');

function project(events: readonly RecordedEvent[]) {
  const documents = createDocumentSet(table.collections.values());
  const parked: ParkedDocuments = new Map();
  for (const event of events) applyEvent(table, event, documents, parked);
  return { documents, parked };
}

/** A post, then saves of it by the given users; `poison` ones belong to the campus at which the fold throws. */
function saves(...users: readonly (readonly [name: string, isPoison: boolean])[]) {
  const log = createLogBuilder();
  log.add('PostCreated', creation(bike));
  for (const [name, isPoison] of users) {
    log.add('PostSaved', { ...saving(bike, name), campus: isPoison ? POISON_CAMPUS : 'ou' });
  }
  return log;
}

describe('a poison event', () => {
  it('parks the documents it touches, by key, with the error, and everything else goes on', () => {
    const { documents, parked } = project(saves(['bob', false], ['bob', true], ['cid', false]).events);
    expect([...parked.values()]).toEqual([
      expect.objectContaining({ collection: 'tallies', key: id('bob'), position: position(3) }),
    ]);
    expect(documentOf(documents, tallies, id('bob'))).toEqual({ id: id('bob'), saves: 1 });
    expect(documentOf(documents, tallies, id('cid'))).toEqual({ id: id('cid'), saves: 1 });
    expect(documentOf(documents, postCounters, bike.postId)?.saves).toBe(3);
  });

  it('parks what it would have written when that breaks the schema', () => {
    const bob = ['bob', false] as const;
    const { documents, parked } = project(saves(bob, bob, bob, bob, ['cid', false]).events);
    const [entry] = [...parked.values()];
    expect(entry).toMatchObject({ collection: 'tallies', key: id('bob'), position: position(5) });
    expect(entry?.error).toContain('tallies.saves: too_big');
    expect(documentOf(documents, tallies, id('bob'))?.saves).toBe(3);
    expect(documentOf(documents, tallies, id('cid'))?.saves).toBe(1);
  });

  it('says where it went wrong and at which event, but never what the event says', () => {
    const log = saves(['bob', true]);
    const [entry] = [...project(log.events).parked.values()];
    expect(entry?.error).toMatch(
      /^TypeError at test\/projections\/support\/fragile\.ts:\d+:\d+ while folding PostSaved /,
    );
    expect(entry?.error).toContain(log.events[1]?.id);
    expect(entry?.error).not.toContain(id('bob'));
  });

  it('leaves its documents without further events; a deletion still takes them away', () => {
    const log = saves(['bob', false], ['bob', true], ['bob', false]);
    expect(documentOf(project(log.events).documents, tallies, id('bob'))?.saves).toBe(1);
    log.add('PostUnsaved', saving(bike, 'bob'));
    expect(documentOf(project(log.events).documents, tallies, id('bob'))).toBeNull();
  });

  it('[P4] parks the same in whatever batches it comes', () => {
    const users = fc.array(fc.tuple(fc.constantFrom('ann', 'bob', 'cid'), fc.boolean()), {
      maxLength: 25,
      size: 'max',
    });
    fc.assert(
      fc.property(users, fc.integer({ min: 1, max: 6 }), (who, size) => {
        const { events } = saves(...who);
        const whole = project(events);
        const documents = createDocumentSet(table.collections.values());
        const parked: ParkedDocuments = new Map();
        const reported: unknown[] = [];
        for (let start = 0; start < events.length; start += size) {
          const loaded = [...table.collections.keys()].flatMap((name) => [...documents.all(name)]);
          const commit = foldBatch(table, position(start), events.slice(start, start + size), loaded, parked);
          for (const row of commit.rows) documents.put(row);
          reported.push(...commit.parked);
        }
        expect([...parked]).toEqual([...whole.parked]);
        expect(reported).toEqual([...whole.parked.values()]);
        const all = (set: typeof documents) => [...set.all('tallies')].map(({ key, doc }) => [key, doc]);
        expect(all(documents)).toEqual(all(whole.documents));
      }),
      { seed: 7, numRuns: 25 },
    );
  });
});
