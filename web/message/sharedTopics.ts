import { namesOf, SOME_DOCUMENTS_MAX } from '#projections/kernel/topic.ts';
import type { Message } from '#projections/message/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';

/** Stands for a shared post that was deleted (CHAT-21). */
export const POST_DELETED_TEXT = '* Post deleted **';

/**
 * The topics that keep the shared posts of a conversation live: those of one campus together, as many as a topic takes. From
 * the newest on, so that older messages change no topic but the last.
 *
 * @param newestFirst the messages, as the topic has them
 * @returns the topic of each post
 */
export function sharedTopics(newestFirst: readonly Pick<Message, 'post'>[]): ReadonlyMap<string, string> {
  const shared = newestFirst.flatMap(({ post }) => post ?? []);
  const topics = new Map<string, string>();
  for (const [campus, posts] of Map.groupBy(shared, ({ campus }) => campus)) {
    const ids = [...new Set(posts.map(({ id }) => id))];
    for (let start = 0; start < ids.length; start += SOME_DOCUMENTS_MAX) {
      const group = ids.slice(start, start + SOME_DOCUMENTS_MAX);
      for (const id of group) topics.set(id, topicName.somePosts(campus, namesOf(group)));
    }
  }
  return topics;
}
