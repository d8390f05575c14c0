import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { posts } from '../post/collections.ts';
import { ads, funds, moderatedAds, ownBoosts, payments, sponsored } from './collections.ts';
import { adTopics } from './topics.ts';

/** Ads, and what comes of them with posts: "Boosted" for everybody, the newest ad for the owner. */
export const adDocuments = defineDocuments({
  name: 'ad',
  collections: [ads, ownBoosts, sponsored, funds, payments, moderatedAds],
  topics: adTopics,
  attachments: [
    attachTo(posts, {
      refs: ({ id, parent }) => (parent === null ? [{ collection: sponsored.name, key: id }] : []),
      viewerRefs: ({ id, parent, author }, { userId }) =>
        parent === null && author === userId ? [{ collection: ownBoosts.name, key: id }] : [],
    }),
  ],
});
