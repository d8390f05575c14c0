import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod/mini';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { eventDefinitions } from '#domain/registry.ts';
import { refId } from '#projections/kernel/collection.ts';
import { createDocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections } from '#projections/registry.ts';
import { parsedHistory, readHistory, readPins } from '../fixtures/pins.ts';

/**
 * Read models are rebuilt only where a projection's version is raised (blueprint §5). So each version's result is
 * pinned: a fold changed without a new version would make old and new documents differ.
 */
const { projections: PINNED } = readPins();

/** The fixed history. Events are only ever added after those that the same projections fold: earlier pins go on to hold. */
const HISTORY = parsedHistory();
const WRITTEN = readHistory().map(({ type, version }) => `${type}.v${version}`);

const digestOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 12);

function shapeOf({ collections }: Projection): string {
  return digestOf(
    collections.map(({ name, schema, subject, personal, queries }) => {
      return { name, subject, personal, queries, schema: z.toJSONSchema(schema) };
    }),
  );
}

/** The events that a projection folds, of those: what others have in the history is no part of its pin. */
function foldedBy({ folds }: Projection, events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  return events.filter(({ type }) => Object.hasOwn(folds, type));
}

/** Digest of everything that a projection's folds do to its documents, by the first `count` events that it folds. */
function foldsOf(projection: Projection, history: readonly RecordedEvent[], count?: number): string {
  const table = compileFolds([projection], eventDefinitions);
  const documents = createDocumentSet(table.collections.values());
  const own = new Set(projection.collections.map(({ name }) => name));
  const done: unknown[] = [];
  for (const event of foldedBy(projection, history).slice(0, count)) {
    const { changes, failures } = foldEvent(table, event, documents);
    for (const { collection, key, doc } of changes) documents.put({ collection, key, position: event.position, doc });
    const changed = changes
      .filter(({ collection }) => own.has(collection))
      .map((change) => [refId(change), sorted(change.doc)]);
    done.push(
      changed.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      failures.length,
    );
  }
  return digestOf(done);
}

/** The document with sorted fields, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, field]) => [name, sorted(field)]));
}

/** The error of a projection's pin by a history, with the remedy; `null`: none. */
function problemOf(projection: Projection, history: readonly RecordedEvent[]): string | null {
  const { name, version } = projection;
  const key = `${name}@${version}`;
  const pin = PINNED[key];
  const folded = foldedBy(projection, history).length;
  const now = `"${key}": ${JSON.stringify({ shape: shapeOf(projection), folds: foldsOf(projection, history), events: folded })}`;
  const place = `in the pins of its noun (test/fixtures/pins)`;
  if (pin === undefined) return `${key} is not pinned. Put it, and nothing of an older version, ${place}: ${now}`;
  const { shape, folds, events } = pin;
  if (shape !== shapeOf(projection) || folds !== foldsOf(projection, history, events)) {
    return (
      `The documents of ${name} are not those of version ${version} any more. Raise its version to ${version + 1}, so ` +
      `that a new release builds them anew beside the old ones, and pin that one ${place}.`
    );
  }
  return folded > events ? `The history has more events that ${name} folds. Put this ${place}: ${now}` : null;
}

describe('versions of projections', () => {
  it.each(projections.map((each) => [each.name, each] as const))('%s makes what its version makes', (_, projection) => {
    const problem = problemOf(projection, HISTORY);
    if (problem !== null) throw new Error(problem);
  });

  it.each(projections.map((each) => [each.name, each] as const))(
    '%s is pinned by its own events alone',
    (_, projection) => {
      // Another noun's event between those of the history, and after them: as if it had been added meanwhile.
      const foreign = { ...(HISTORY[0] as RecordedEvent), type: 'OfAnotherNoun' };
      const grown = HISTORY.flatMap((event) => [foreign, event]);
      expect(problemOf(projection, grown)).toBe(null);
      const more = HISTORY.findLast(({ type }) => Object.hasOwn(projection.folds, type)) as RecordedEvent;
      expect(problemOf(projection, [...grown, more])).toContain('The history has more events');
    },
  );

  it('pins are of the present versions alone', () => {
    expect(Object.keys(PINNED).sort()).toEqual(projections.map(({ name, version }) => `${name}@${version}`).sort());
  });

  it('the history holds every event type in every version', () => {
    const all = Object.values(eventDefinitions).flatMap(({ type, version }) =>
      Array.from({ length: version }, (_, before) => `${type}.v${before + 1}`),
    );
    const missing = all.filter((name) => !WRITTEN.includes(name));
    const advice = 'Add events of it to test/fixtures/history, at the end of all (CONTRIBUTING.md, "Add an event").';
    if (missing.length > 0) throw new Error(`${missing.join(', ')} is not in the history. ${advice}`);
  });

  it('no two events of the history have one position', () => {
    const positions = readHistory().map(({ position }) => position);
    expect(positions.filter((position, index) => positions.indexOf(position) !== index)).toEqual([]);
  });

  it('a changed fold and a changed document have another digest', () => {
    const [projection] = projections.filter(({ name }) => name === 'post');
    if (projection === undefined) throw new Error('There is no projection of posts.');
    const { PostEdited: edited, ...others } = projection.folds;
    expect(foldsOf({ ...projection, folds: others }, HISTORY)).not.toBe(foldsOf(projection, HISTORY));
    expect(foldsOf({ ...projection, folds: { ...others, PostEdited: edited as never } }, HISTORY)).toBe(
      foldsOf(projection, HISTORY),
    );
    const [first, ...rest] = projection.collections;
    expect(
      shapeOf({ ...projection, collections: [{ ...(first as never as object), queries: {} } as never, ...rest] }),
    ).not.toBe(shapeOf(projection));
  });
});
