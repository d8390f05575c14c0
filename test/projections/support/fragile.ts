import * as z from 'zod/mini';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { SaveEvent } from '#domain/save/events.ts';
import { defineCollection } from '#projections/kernel/collection.ts';
import { type EventFold, type Projection, write } from '#projections/kernel/projection.ts';
import { projections as own } from '#projections/registry.ts';

/** How often each user saved something, by a fold with a weak stomach. */
export const tallies = defineCollection<{ id: string; saves: number }>({
  name: 'tallies',
  schema: z.strictObject({ id: z.string(), saves: z.int().check(z.maximum(3)) }),
  queries: {},
  topics: () => [],
});

type PostSaved = Extract<SaveEvent, { type: 'PostSaved' }>;

/** The campus on which the fold throws; more than 3 saves break the schema. */
export const POISON_CAMPUS = 'poison';

const postSaved: EventFold<PostSaved> = {
  reads: ({ data }) => [{ collection: tallies.name, key: data.userId }],
  fold({ data }: RecordedEvent<PostSaved>, documents) {
    if (data.campus === POISON_CAMPUS) throw new TypeError(`can't fold a save of ${data.userId}`);
    const saves = documents.get(tallies, data.userId)?.saves ?? 0;
    return [write(tallies, data.userId, { id: data.userId, saves: saves + 1 })];
  },
};

const postUnsaved: EventFold<Extract<SaveEvent, { type: 'PostUnsaved' }>> = {
  reads: ({ data }) => [{ collection: tallies.name, key: data.userId }],
  fold: ({ data }) => [write(tallies, data.userId, null)],
};

/** The product's projections and the fragile one, as the rebuild's thread loads them. */
export const projections: readonly Projection[] = [
  ...own,
  { name: 'fragile', version: 1, collections: [tallies], folds: { PostSaved: postSaved, PostUnsaved: postUnsaved } },
];
