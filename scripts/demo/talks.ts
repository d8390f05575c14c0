import { chatIdOf } from '#domain/chat/face.ts';
import type { Actor } from '#domain/kernel/actor.ts';
import type { Media } from '#domain/kernel/media.ts';
import { type Give, StoryRefused } from './give.ts';
import type { StoryIds } from './ids.ts';
import type { StoryPost } from './story/story.ts';
import type { TalkMoment } from './talkMoments.ts';
import type { Moment } from './timeline.ts';

/** Tools with which a conversation is played. */
interface Tools {
  readonly give: Give;
  readonly ids: StoryIds;
  /** The id of the thing that the moment with this key makes. */
  readonly writtenId: (key: string) => string;
  readonly posts: readonly StoryPost[];
}

/** Whether a moment is of a conversation. */
export function isTalk(moment: Moment): moment is TalkMoment {
  return moment.kind === 'talk' || moment.kind === 'line' || moment.kind === 'look' || moment.kind === 'heart';
}

/** The id of the post with these words; `null`: there is none. */
export function postOf({ ids, posts }: Pick<Tools, 'ids' | 'posts'>, words: string): string | null {
  const index = posts.findIndex((post) => post.text.includes(words));
  const post = posts[index];
  return post === undefined ? null : ids.written(post.by, `post:${index}`);
}

/** A conversation begins, somebody writes in it, or sees or likes what the other one wrote. @throws StoryRefused */
export async function actInTalk(tools: Tools, moment: TalkMoment, media: readonly Media[]): Promise<void> {
  const { give, ids, writtenId } = tools;
  const userId = ids.user(moment.by);
  const user: Actor = { kind: 'user', userId };
  switch (moment.kind) {
    case 'talk':
      await give(user, moment.key, 'StartChat', { userId: ids.user(moment.with) });
      return;
    case 'line': {
      const { text, shares } = moment.line;
      const postId = shares === undefined ? null : postOf(tools, shares);
      if (shares !== undefined && postId === null)
        throw new StoryRefused('SendMessage', moment.key, `no post "${shares}"`);
      const chatId = chatIdOf(userId, ids.user(moment.to));
      await give(user, moment.key, 'SendMessage', { chatId, text, media: [...media], postId });
      return;
    }
    case 'look':
      await give(user, moment.key, 'SeeMessage', { messageId: writtenId(moment.line) });
      return;
    case 'heart':
      await give(user, moment.key, 'LikeMessage', { messageId: writtenId(moment.line) });
  }
}
