import type { TabChannel, TabLock } from './ports.ts';

/** Connects the outboxes of one browser's tabs. */
export function createTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(handler) {
      channel.onmessage = (event: MessageEvent<unknown>) => handler(event.data);
      return () => {
        channel.onmessage = null;
      };
    },
  };
}

/**
 * One tab at a time. Web Locks exist in secure contexts only; a phone that tries out a development server over plain
 * HTTP (decisions D09) has none: two of its tabs may send one command twice, which the server detects (P2).
 */
export function createTabLock(name: string): TabLock {
  const locks: LockManager | undefined = navigator.locks;
  return {
    async run(task) {
      let isRun = false;
      const runOnce = async () => {
        isRun = true;
        await task();
      };
      try {
        if (locks !== undefined) return await locks.request(name, runOnce);
      } catch (error) {
        if (isRun) throw error;
        // With site data blocked a browser refuses them, too.
        console.warn('Tabs of this browser can’t take turns.', error);
      }
      await runOnce();
    },
  };
}
