import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstView } from '../http/firstView.ts';

/** The feed, or that of a category where the address asks for one (Q33). */
function feedOf(campus: string, query: URLSearchParams): string {
  const category = findCategory(query.get('category') ?? '');
  return category === undefined || category === ALL_CATEGORIES
    ? topicName.feed(campus)
    : topicName.shelf(campus, category.value);
}

/** The feed, the media feed and the opened post, each with its campus beside it. */
export const postFirstView: FirstView = (path, { campus, query }) => {
  if (path === '/' || path === '/home') return [feedOf(campus, query), topicName.campus(campus)];
  if (path === '/media') return [topicName.mediaFeed(campus), topicName.campus(campus)];
  const [, postId] = /^\/(?:post|media)\/([0-9a-f-]{36})$/.exec(path) ?? [];
  return postId === undefined ? [] : [topicName.post(postId), topicName.campus(campus)];
};
