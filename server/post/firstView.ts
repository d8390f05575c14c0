import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstView } from '../http/firstView.ts';
import { type ListPage, listPageOf, postIdIn } from './pagePosts.ts';

/** The feed, or that of a category where the address asks for one (Q33). */
function topicOf({ kind, category }: ListPage, campus: string): string {
  if (kind === 'media') return topicName.mediaFeed(campus);
  return category === null ? topicName.feed(campus) : topicName.shelf(campus, category);
}

/** The feed, the media feed and the opened post, each with its campus beside it. */
export const postFirstView: FirstView = (path, { campus, query }) => {
  const page = listPageOf(path, { query });
  if (page !== null) return [topicOf(page, campus), topicName.campus(campus)];
  const postId = postIdIn(path);
  return postId === null ? [] : [topicName.post(postId), topicName.campus(campus)];
};
