import { expect, it } from '@jest/globals';
import { labelSealed } from '#domain/kernel/personal.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { posts } from '#projections/post/collections.ts';
import { postNews } from '#server/post/news.ts';
import { creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { hubRig } from '#test/server/hub/hubRig.ts';

it('[P10 in part] leaves out what could not be opened, and nothing else', async () => {
  const { log, publish, store } = await hubRig();
  for (const person of ['ada', 'bob']) log.add('UserRegistered', registration(person));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  log.add('PostCreated', creation(topLevel('rug', 'ada')));
  log.add('PostCreated', creation(topLevel('lamp', 'bob')));
  await publish();
  const label = { type: 'PostCreated', version: 1, field: 'text', eventId: id('event') };
  const withheld = labelSealed({ ...label, subject: id('ada') }, 'ciphertext');
  /** The store while a key is missing: of a post, or of a person. */
  const without = (collection: string, key: string, fields: readonly string[]) => {
    const seal = (found: readonly Versioned[]) =>
      found.map((each) =>
        each.collection === collection && each.key === id(key)
          ? {
              ...each,
              doc: { ...(each.doc as object), ...Object.fromEntries(fields.map((field) => [field, withheld])) },
            }
          : each,
      );
    return {
      get: async (refs: Parameters<typeof store.get>[0]) => seal(await store.get(refs)),
      query: async (...asked: Parameters<typeof store.query>) => seal(await store.query(...asked)),
    };
  };
  const paths = async (from: Parameters<typeof postNews.list>[0]) =>
    (await postNews.list(from, 'ou', null)).map(({ path }) => path).toSorted();
  const all = ['desk', 'rug', 'lamp'].map((name) => `/post/${id(name)}`);
  expect(await paths(store)).toEqual(all.toSorted());
  expect(await paths(without(posts.name, 'rug', ['text', 'media']))).toEqual([all[0], all[2]].toSorted());
  expect(await paths(without('people', 'bob', ['firstName', 'lastName']))).toEqual([all[0], all[1]].toSorted());
});
