import { describe, expect, it } from '@jest/globals';
import type { Post } from '#projections/post/collections.ts';
import { branchesOf, MAX_INDENT } from '#web/post/thread/tree.ts';

const post = (id: string, parent: string | null, created: number): Post =>
  ({ id, parent, created: String(created).padStart(16, '0') }) as Post;

const outline = (posts: readonly Post[]) =>
  branchesOf('root', posts).flatMap(({ head, replies }) => [
    head.id,
    ...replies.map(
      ({ post: { id }, indent, replyingTo }) => `${'-'.repeat(indent)}${id}${replyingTo ? `>${replyingTo.id}` : ''}`,
    ),
  ]);

describe('the thread below a post', () => {
  it('[COMM-01] lists comments oldest first', () => {
    expect(outline([post('b', 'root', 2), post('root', null, 0), post('a', 'root', 1)])).toEqual(['a', 'b']);
  });

  it('[COMM-02] nests replies below what they answer, at any level', () => {
    const posts = [
      post('root', null, 0),
      post('a', 'root', 1),
      post('b', 'root', 2),
      post('a1', 'a', 3),
      post('a2', 'a', 5),
    ];
    expect(outline([...posts, post('a1x', 'a1', 4)])).toEqual(['a', '-a1', '--a1x', '-a2', 'b']);
  });

  it('[COMM-02] indents four levels; deeper replies stand flat and say whom they answer', () => {
    const chain = Array.from({ length: 7 }, (_, index) =>
      post(`c${index}`, index === 0 ? 'root' : `c${index - 1}`, index),
    );
    expect(outline(chain)).toEqual(['c0', '-c1', '--c2', '---c3', '----c4', '----c5>c4', '----c6>c5']);
    expect(MAX_INDENT).toBe(4);
  });

  it('leaves out what hangs on a comment that is not there', () => {
    expect(outline([post('orphan', 'gone', 1), post('child', 'orphan', 2)])).toEqual([]);
  });

  it('shows once what came by several windows', () => {
    const posts = [post('a', 'root', 1), post('a1', 'a', 2)];
    expect(outline([...posts, ...posts])).toEqual(['a', '-a1']);
  });

  it('is not afraid of depth', () => {
    const deep = Array.from({ length: 20_000 }, (_, index) =>
      post(`c${index}`, index === 0 ? 'root' : `c${index - 1}`, index),
    );
    expect(branchesOf('root', deep)[0]?.replies).toHaveLength(19_999);
  });
});
