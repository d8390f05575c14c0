import { newId } from '#domain/kernel/ids.ts';
import type { Bulk, BulkAsked } from '../model.ts';

/** Words of a post and of a comment, in sentences. */
const POST_SENTENCES = 6;
const COMMENT_SENTENCES = 2;

/** Text of about the length that people write. */
export function sentences(count: number): object[] {
  return [{ type: 'paragraph', children: [{ text: 'A desk lamp in good order, near campus. '.repeat(count).trim() }] }];
}

/** The append of a post, or of a comment on one. */
export function writtenPost({ commandId, actor, campus }: BulkAsked, below: BulkAsked['about']) {
  const postId = newId(commandId, 0);
  const data = {
    postId,
    kind: 'post',
    campus,
    author: actor,
    root: below?.key ?? postId,
    parent: below?.key ?? null,
    ancestors: below === null ? [] : [below.key],
    text: sentences(below === null ? POST_SENTENCES : COMMENT_SENTENCES),
    media: [],
    imageCount: 0,
    category: 'all',
    parentAuthor: below?.author ?? null,
  };
  return { stream: `post-${postId}`, events: [{ type: 'PostCreated', data }] };
}

/** One in four writes is a post, one in three a comment. */
export const postBulk: readonly Bulk[] = [
  { share: 0.25, append: (asked) => writtenPost(asked, null) },
  { share: 0.35, append: (asked) => (asked.about === null ? null : writtenPost(asked, asked.about)) },
];
