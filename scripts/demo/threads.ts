import { TALK_LIST } from '#domain/notification/kinds.ts';
import { NOTIFIED_AT_ONCE_MAX } from '#domain/notification/limits.ts';
import { type Give, HOUSE, STORY_CAMPUS } from './give.ts';

/** Greater than the number of any notification of a story: all that are there are read. */
const ALL_THAT_ARE_THERE = 1_000_000;

/** A comment of a story: the keys of itself, of the post and of what it answers. */
interface Written {
  readonly key: string;
  readonly by: string;
  readonly root: string;
  readonly parent: string;
}

/**
 * The people of each thread of a story, with whom the house shares a comment as the reactor does
 * (`server/notification/reactor.ts`), which begins after the story.
 */
export function createThreads(give: Give, idOf: { readonly user: (key: string) => string }) {
  const people = new Map<string, Set<string>>();
  return {
    /** Notifies those who wrote in the thread before. @param commentId the id of the comment */
    async written({ key, by, root, parent }: Written, commentId: string): Promise<void> {
      // The key of a comment is that of what it answers, and its number there.
      const thread = parent === root ? root : key.split('/').slice(0, 2).join('/');
      const before = people.get(thread) ?? new Set();
      const others = [...before].filter((each) => each !== by).slice(-NOTIFIED_AT_ONCE_MAX);
      people.set(thread, new Set([...before, by]));
      if (others.length === 0) return;
      const userIds = others.map(idOf.user);
      await give(HOUSE, `thread:${key}`, 'NotifyParticipants', { commentId, userIds });
    },
    /** Somebody has read all that there is to read. */
    async read(by: string, key: string): Promise<void> {
      for (const campus of [STORY_CAMPUS, TALK_LIST]) {
        const data = { campus, upTo: ALL_THAT_ARE_THERE };
        await give({ kind: 'user', userId: idOf.user(by) }, `${key}:${campus}`, 'ReadAllNotifications', data);
      }
    },
  };
}
