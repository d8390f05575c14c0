import { createKeyedLock } from '../concurrency/keyedLock.ts';

/** Posts of one author whose work is under way at most, so that many links to a slow page hold up nobody else. */
export const WORK_MAX_PER_AUTHOR = 5;

/** Work on posts, one piece at a time for each, that ends when its post changes. */
export interface PostWork {
  /**
   * Runs work on a post until it is done, or until the post changes.
   * @returns whether it was run; else the author has too much under way
   * @throws what the work throws; nothing, if it gave up because the post has changed
   */
  run(post: Post, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Ends the work on a post: what it was about is outdated. */
  changed(postId: string): void;
}

interface Post {
  readonly postId: string;
  readonly author: string;
}

/** Makes the list of work on posts. */
export function createPostWork(): PostWork {
  const posts = createKeyedLock();
  const underWay = new Map<string, AbortController>();
  const perAuthor = new Map<string, number>();
  return {
    async run({ postId, author }, signal, work) {
      const ofAuthor = perAuthor.get(author) ?? 0;
      // The work that this change of the post has just ended gives its place back in a moment: the change takes it over.
      const takesOver = underWay.get(postId)?.signal.aborted === true;
      if (ofAuthor >= WORK_MAX_PER_AUTHOR && !takesOver) return false;
      perAuthor.set(author, ofAuthor + 1);
      const change = new AbortController();
      underWay.set(postId, change);
      try {
        await posts.run(postId, () => work(AbortSignal.any([signal, change.signal])));
      } catch (error) {
        if (!change.signal.aborted || signal.aborted) throw error;
      } finally {
        if (underWay.get(postId) === change) underWay.delete(postId);
        const left = (perAuthor.get(author) ?? 1) - 1;
        if (left === 0) perAuthor.delete(author);
        else perAuthor.set(author, left);
      }
      return true;
    },
    changed: (postId) => underWay.get(postId)?.abort(),
  };
}
