import { expect, it } from '@jest/globals';
import { posts } from '#projections/post/collections.ts';
import { postPath } from '#server/post/face.ts';
import { below, createLogBuilder, creation, topLevel } from '#test/projections/support/events.ts';
import { documentOf, foldAll } from '#test/projections/support/folded.ts';
import { placePath } from '#web/post/share/placePath.ts';

const lamp = topLevel('lamp', 'ada');
const comment = below(lamp, 'nice', 'bob');
const reply = below(comment, 'thanks', 'ada');
/** Deeper ones stand in the thread of their comment, too. */
const deeper = below(reply, 'welcome', 'bob');

it('[NOTF-12 in part] [COMM-14 in part] a notification and a mail lead to the same place: the post, the comment, or the reply in its thread', () => {
  const log = createLogBuilder();
  for (const place of [lamp, comment, reply, deeper]) log.add('PostCreated', creation(place));
  const documents = foldAll(log.events);
  const post = `/post/${lamp.postId}`;
  for (const [place, path] of [
    [lamp, post],
    [comment, `${post}?comment=${comment.postId}`],
    [reply, `${post}?comment=${comment.postId}&reply=${reply.postId}`],
    [deeper, `${post}?comment=${comment.postId}&reply=${deeper.postId}`],
  ] as const) {
    const found = documentOf(documents, posts, place.postId);
    expect(found && placePath(found)).toBe(path);
    expect(postPath({ place })).toBe(path);
  }
});
