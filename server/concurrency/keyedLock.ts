/** Releases a lock; a second call does nothing. */
export type Release = () => void;

/** Locks by key inside this process, first come, first served. */
export interface KeyedLock {
  /** Waits for the key and holds it until the returned function is called. */
  acquire(key: string): Promise<Release>;
  /** Holds the key while the task runs. */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
}

/**
 * Makes locks by key. They spare concurrent commands to one stream repeated conflicts on its revision. Correctness does
 * not depend on them, since every append names its exact revision.
 */
export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>();

  async function acquire(key: string): Promise<Release> {
    const before = tails.get(key);
    let open: Release = () => undefined;
    const mine = new Promise<void>((resolve) => {
      open = resolve;
    });
    const tail = (before ?? Promise.resolve()).then(() => mine);
    tails.set(key, tail);
    await before;
    return () => {
      open();
      if (tails.get(key) === tail) tails.delete(key);
    };
  }

  async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const release = await acquire(key);
    try {
      return await task();
    } finally {
      release();
    }
  }

  return { acquire, run };
}
