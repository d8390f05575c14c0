import { attachTo } from '../kernel/attachment.ts';
import { defineDocuments } from '../kernel/documents.ts';
import { posts } from '../post/collections.ts';
import { previews } from './collections.ts';

/** Preview cards. */
export const previewDocuments = defineDocuments({
  name: 'preview',
  collections: [previews],
  topics: {},
  attachments: [
    // Comments have no cards, and nobody wrote the banner of a new member.
    attachTo(posts, {
      refs: ({ id, parent, kind }) =>
        parent === null && kind === 'post' ? [{ collection: previews.name, key: id }] : [],
    }),
  ],
});
