import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { VISITOR } from '#domain/kernel/access.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { nouns as domainNouns } from '#domain/nouns.ts';
import { commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { documents } from '#projections/documents.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import { blankDocument } from '#projections/kernel/erasure.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import type { NounProjection } from '#projections/kernel/nounProjection.ts';
import type { TopicKind } from '#projections/kernel/topic.ts';
import { nouns } from '#projections/nouns.ts';
import { collections, findTopic, foldTable, predictions, projections, topicKinds } from '#projections/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { models } from '../model/nouns.ts';
import { id } from './support/events.ts';
import { foldAll } from './support/folded.ts';
import { historyArbitrary } from './support/history.ts';

const ROOM = join(import.meta.dirname, '..', '..', 'projections');
const list: readonly NounProjection[] = nouns;
const named = list.map((noun) => [noun.name, noun] as const);
const lawful = new Map(models.flatMap(({ commands }) => Object.entries(commands)).map(([type, c]) => [type, c.lawful]));
/** Most documents of a topic that are answered at once, before somebody asks for more. */
const WINDOW_MOST = 50;
const RUNS = { seed: 20_260_301, numRuns: 40 };
/** So many that each topic has a document in some: the more kinds of events there are, the rarer each of them. */
const RUNS_OF_ALL = { ...RUNS, numRuns: 3 * Object.keys(eventDefinitions).length };

/** Freezes a value deeply: a fold that changes its input then throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

function put(
  documents: DocumentSet,
  { position }: RecordedEvent,
  changes: ReturnType<typeof foldEvent>['changes'],
): void {
  for (const { collection, key, doc } of changes) documents.put(frozen({ collection, key, position, doc }));
}

describe('the read models of all nouns', () => {
  it('are all listed: one manifest for each folder that has one', () => {
    const folders = globSync('*/noun.ts', { cwd: ROOM }).map((file) => dirname(file));
    expect(list.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
  });

  it('have the names that the nouns have in the domain', () => {
    const names = domainNouns.map(({ name }) => String(name));
    expect(list.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the search indexes of all nouns', () => {
  const all = list.flatMap(({ search }) => search);
  /** Documents, each with the one beside it. */
  const documentsOf = (events: readonly RecordedEvent[], { collection, beside, fixed }: (typeof all)[number]) => {
    if (fixed !== null) return Object.values(fixed).map((doc) => [doc, undefined] as const);
    const folded = foldAll(events);
    const besideOf = (key: string) => (beside === null ? undefined : (folded.get(beside, key)?.doc ?? null));
    return [...folded.all(collection)]
      .map(({ key, doc }) => [doc, besideOf(key)] as const)
      .filter(([doc, other]) => doc !== null && other !== null);
  };

  it('are of collections that there are, and name the texts and filters that their documents have', () => {
    for (const search of all) expect([search.name, collections.has(search.collection)]).toEqual([search.name, true]);
    for (const events of fc.sample(historyArbitrary, { ...RUNS, numRuns: 5 })) {
      for (const search of all) {
        for (const [doc, beside] of documentsOf(events, search).map(frozen)) {
          const content = search.content(doc as never, beside as never);
          expect(search.content(doc as never, beside as never)).toEqual(content);
          if (content === null) continue;
          expect([...search.texts]).toEqual(expect.arrayContaining(Object.keys(content.texts)));
          expect([...search.filters]).toEqual(expect.arrayContaining(Object.keys(content.filters)));
          expect(content.campus !== null).toBe(search.isOfCampus);
          expect(Number.isSafeInteger(content.at)).toBe(true);
        }
      }
    }
  });

  it('[P10] hold nothing of a document whose personal data is gone', () => {
    for (const events of fc.sample(historyArbitrary, { ...RUNS, numRuns: 5 })) {
      for (const search of all.filter(({ fixed }) => fixed === null)) {
        const collection = collections.get(search.collection);
        if (collection === undefined || collection.subject === null) continue;
        for (const [doc, beside] of documentsOf(events, search)) {
          expect(search.content(blankDocument(collection, doc) as never, beside as never)).toBeNull();
        }
      }
    }
  });
});

describe('the folds of all nouns', () => {
  it('[P4] are pure: the same event on the same documents gives the same changes, and changes neither', () => {
    fc.assert(
      fc.property(historyArbitrary, (events) => {
        const documents = createDocumentSet(foldTable.collections.values());
        for (const event of events.map(frozen)) {
          const { changes, failures } = foldEvent(foldTable, event, documents);
          expect(failures).toEqual([]);
          expect(foldEvent(foldTable, event, documents)).toEqual({
            ...foldEvent(foldTable, event, documents),
            changes,
          });
          put(documents, event, changes);
        }
      }),
      RUNS,
    );
  });

  it('[P8] send documents only in topics that there are, and each topic finds the documents sent in it', () => {
    const sentIn = new Set<string>();
    fc.assert(
      fc.property(historyArbitrary, (events) => {
        const documents = foldAll(events);
        for (const { name, topics } of collections.values()) {
          for (const { doc } of documents.all(name)) {
            for (const topic of doc === null ? [] : topics(doc as never)) {
              expect([topic, findTopic(topic) === null]).toEqual([topic, false]);
              sentIn.add(topic.slice(0, topic.indexOf(':')));
            }
          }
        }
      }),
      RUNS_OF_ALL,
    );
    // A topic that names its documents has those that it names: nothing is sent in it for what the documents say.
    const namesItsOwn = ({ name, topicOf }: TopicKind) =>
      topicOf(...name.parameters.map(() => 'ou'))?.some !== undefined;
    const queried = Object.entries(topicKinds).filter(([, kind]) => !namesItsOwn(kind));
    expect([...sentIn].sort()).toEqual(queried.map(([kind]) => kind).sort());
  });
});

describe.each(named)('the read models of %s', (_name, { collections: own, folds, predictions: predicted, topics }) => {
  it('are registered, with folds for events and predictions for commands that clients may give', () => {
    for (const { name } of own) expect(collections.has(name)).toBe(true);
    expect(Object.keys(folds).length).toBeGreaterThan(0);
    for (const type of Object.keys(folds)) expect(Object.hasOwn(eventDefinitions, type)).toBe(true);
    for (const type of Object.keys(predicted)) expect(commandDefinitions[type]?.origin).toBe('client');
  });

  it('[P8] have topics over their own collections that fail closed: nobody joins what is not known', () => {
    for (const [kind, { name, topicOf }] of Object.entries(topics)) {
      const topic = topicOf(...name.parameters.map((parameter) => `unknown-${parameter}`));
      const refused = topic === null ? 'TOPIC_UNKNOWN' : topic.refuse({ ...VISITOR, closed: [] }, undefined);
      expect([kind, refused]).toEqual([kind, expect.any(String)]);
      expect([kind, topic === null || own.some(({ name: each }) => each === topic.collection)]).toEqual([kind, true]);
    }
  });

  it('have topics that are windows: no page of one is longer than a line of 1 Mbit/s takes at once', () => {
    for (const [kind, { name, topicOf }] of Object.entries(topics)) {
      const topic = topicOf(...name.parameters.map(() => 'ou'));
      if (topic === null) continue;
      const { firstPage, page } = topic;
      expect({ kind, longest: Math.min(Math.max(firstPage, page), WINDOW_MOST) }).toEqual({
        kind,
        longest: Math.max(firstPage, page),
      });
    }
  });

  it('predict from no documents at all without a fault', () => {
    const held = { get: () => undefined };
    for (const [type, predict] of Object.entries(predicted)) {
      const command = { id: id('command'), type, data: lawful.get(type) };
      expect(Array.isArray(predict(command, held, { userId: id('ada'), campus: 'ou' }))).toBe(true);
    }
  });
});

describe('the names of topics', () => {
  it('are read as they are made, and stand for nothing with a part too many, too few or empty', () => {
    const post = id('post');
    expect(findTopic(topicName.replies(post, id('comment')))?.values).toEqual([post, id('comment')]);
    for (const name of ['replies:a', 'replies:a:', 'replies:a:b:c', 'replies', 'constructor:a', '__proto__:a', '']) {
      expect([name, findTopic(name)]).toEqual([name, null]);
    }
  });

  it('belong to one noun each, like collections and predictions', () => {
    expect(Object.keys(topicKinds)).toHaveLength(list.reduce((sum, { topics }) => sum + Object.keys(topics).length, 0));
    expect(documents.map(({ name }) => name)).toEqual(list.map(({ name }) => name));
    expect([...foldTable.collections.keys()].sort()).toEqual([...collections.keys()].sort());
    expect(new Set(projections.map(({ name }) => name)).size).toBe(projections.length);
    expect(Object.keys(predictions).length).toBeGreaterThan(0);
  });
});
