import { useMemo } from 'react';
import { create } from 'zustand';
import { absent } from '#projections/kernel/absent.ts';
import type { Post } from '#projections/post/collections.ts';

/** Comments below which a reply waits in this tab that is not sent yet, by their ids, each as if it were deleted. */
const useAnswered = create<{ readonly answered: ReadonlyMap<string, Post> }>(() => ({ answered: new Map() }));

/** Notes that a reply to a comment has been begun: its box stays when somebody deletes the comment meanwhile. */
export function noteAnswered(post: Post): void {
  const { answered } = useAnswered.getState();
  if (answered.has(post.id)) return;
  useAnswered.setState({
    answered: new Map(answered).set(post.id, { ...post, text: absent(), media: absent(), deleted: true }),
  });
}

/** The reply to a comment was sent or given up. */
export function forgetAnswered(id: string): void {
  const { answered } = useAnswered.getState();
  if (!answered.has(id)) return;
  useAnswered.setState({ answered: new Map([...answered].filter(([each]) => each !== id)) });
}

/** Whether a reply to a comment has been begun in this tab. */
export function isAnswered(id: string): boolean {
  return useAnswered.getState().answered.has(id);
}

/** The comments below a post to which a reply has been begun, as if they were deleted. */
export function useAnsweredBelow(root: string): readonly Post[] {
  const { answered } = useAnswered();
  return useMemo(() => [...answered.values()].filter((post) => post.root === root), [answered, root]);
}
