import { topicName } from '#projections/sync/topicNames.ts';
import type { FirstView } from '../http/firstView.ts';

/** The feed and the opened post, each with its campus beside it. */
export const postFirstView: FirstView = (path, { campus }) => {
  if (path === '/' || path === '/home') return [topicName.feed(campus), topicName.campus(campus)];
  const [, postId] = /^\/post\/([0-9a-f-]{36})$/.exec(path) ?? [];
  return postId === undefined ? [] : [topicName.post(postId), topicName.campus(campus)];
};
