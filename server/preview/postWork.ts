import { createKeyedLock } from '../concurrency/keyedLock.ts';

/** Work on posts, one piece at a time for each, that ends when its post changes. */
export interface PostWork {
  /**
   * Runs work on a post until it is done, or until the post changes.
   * @throws what the work throws; nothing, if it gave up because the post has changed
   */
  run(postId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Ends the work on a post: what it was about is outdated. */
  changed(postId: string): void;
}

/** Makes the list of work on posts. */
export function createPostWork(): PostWork {
  const posts = createKeyedLock();
  const underWay = new Map<string, AbortController>();
  return {
    async run(postId, signal, work) {
      const change = new AbortController();
      underWay.set(postId, change);
      try {
        await posts.run(postId, () => work(AbortSignal.any([signal, change.signal])));
      } catch (error) {
        if (!change.signal.aborted || signal.aborted) throw error;
      } finally {
        if (underWay.get(postId) === change) underWay.delete(postId);
      }
    },
    changed: (postId) => underWay.get(postId)?.abort(),
  };
}
