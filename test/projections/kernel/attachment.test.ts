import { describe, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { attachTo } from '#projections/kernel/attachment.ts';
import { defineCollection } from '#projections/kernel/collection.ts';
import { defineProjection } from '#projections/kernel/nounProjection.ts';
import { createReadModels } from '#projections/kernel/registry.ts';
import { nouns } from '#projections/nouns.ts';
import { posts } from '#projections/post/collections.ts';
import { postProjection } from '#projections/post/noun.ts';
import { refsOf, viewerRefsOf } from '#projections/sync/window.ts';
import { createLogBuilder, creation, id, topLevel } from '#test/projections/support/events.ts';
import { foldAll } from '#test/projections/support/folded.ts';

const log = createLogBuilder();
log.add('PostCreated', creation(topLevel('lamp', 'ada')));
const lamp = foldAll(log.events).get('posts', id('lamp'))?.doc;
const offers = defineCollection({ ...posts, name: 'offers', topics: () => [] });
const offerOf = (key: string) => ({ collection: 'offers', key });

/** The product with an added noun: offers attached to posts. */
const withOffers = (to = posts) => {
  const attachments = [
    attachTo(to, {
      refs: (post) => [offerOf(`best of ${post.id}`)],
      viewerRefs: (post, { userId }) => [offerOf(`${userId} for ${post.id}`)],
    }),
  ];
  const offer = defineProjection({
    name: 'offer',
    version: 1,
    collections: [offers],
    folds: {},
    topics: {},
    attachments,
  });
  return createReadModels([...nouns, offer], eventDefinitions).foldTable.collections;
};

describe('what a noun attaches to documents of another one', () => {
  it('is sent with them, beside their own, and the other noun knows nothing of it', () => {
    const collections = withOffers();
    expect(refsOf(collections, 'posts', lamp)).toContainEqual(offerOf(`best of ${id('lamp')}`));
    expect(refsOf(collections, 'posts', lamp)).toContainEqual({ collection: 'people', key: id('ada') });
    const ofBob = viewerRefsOf(collections, 'posts', lamp, id('bob'));
    expect(ofBob).toContainEqual(offerOf(`${id('bob')} for ${id('lamp')}`));
    // Those of the nouns that were there before: that Bob saved it.
    expect(ofBob).toContainEqual({ collection: 'saves', key: `${id('lamp')}-${id('bob')}` });
    expect(postProjection.collections).toContain(posts);
  });

  it('has to be attached to something', () => {
    const nowhere = defineCollection({ ...posts, name: 'nowhere' });
    expect(() => withOffers(nowhere)).toThrow('Documents are attached to nowhere, which no noun has.');
  });
});
