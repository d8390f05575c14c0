import { newId } from '#domain/kernel/ids.ts';
import type { Bulk, BulkAppend, BulkAsked } from '../model.ts';
import { type BulkThread, bulkThreads } from './parts.ts';

/** Words of a post and of a comment, in sentences. */
const POST_SENTENCES = 6;
const COMMENT_SENTENCES = 2;

/** Text of about the length that people write. */
export function sentences(count: number): object[] {
  return [{ type: 'paragraph', children: [{ text: 'A desk lamp in good order, near campus. '.repeat(count).trim() }] }];
}

/** The append of a post, or of a comment on one. */
export function writtenPost(
  { commandId, actor, campus }: Pick<BulkAsked, 'commandId' | 'actor' | 'campus'>,
  below: Pick<BulkThread, 'key' | 'author'> | null,
): BulkAppend {
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
    price: null,
    condition: null,
    parentAuthor: below?.author ?? null,
  };
  return { stream: `post-${postId}`, events: [{ type: 'PostCreated', data }] };
}

function post(asked: BulkAsked): BulkAppend {
  asked.parts.of(bulkThreads).push({ key: newId(asked.commandId, 0), author: asked.actor, comments: 0 });
  return writtenPost(asked, null);
}

function comment(asked: BulkAsked): BulkAppend | null {
  const below = asked.draw(asked.parts.of(bulkThreads));
  if (below === undefined) return null;
  below.comments += 1;
  return writtenPost(asked, below);
}

/** Posts and comments. */
export const postBulk: readonly Bulk[] = [
  { often: 5, append: post },
  { often: 7, append: comment },
];
