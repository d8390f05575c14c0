import { isOwnPost } from '#domain/post/face.ts';
import type { EventNamed } from '#domain/registry.ts';
import { type EventFold, type Folds, write } from '../kernel/projection.ts';
import { authorCounters } from './collections.ts';

/**
 * totalPosts of the author (DATA-10), over all campuses. Whether a post stood was decided in its stream, so a fold only
 * adds and takes away.
 */
function postsChanged(difference: 1 | -1): EventFold<EventNamed<'PostCreated' | 'PostDeleted'>> {
  return {
    reads: ({ data }) => (isOwnPost(data) ? [{ collection: authorCounters.name, key: data.author }] : []),
    fold({ data }, documents) {
      if (!isOwnPost(data)) return [];
      const posts = documents.get(authorCounters, data.author)?.posts ?? 0;
      return [write(authorCounters, data.author, { id: data.author, posts: posts + difference })];
    },
  };
}

/** How posts change the counters of their authors. */
export const counterFolds: Folds = { PostCreated: postsChanged(1), PostDeleted: postsChanged(-1) };
