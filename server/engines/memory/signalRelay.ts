import type { Signalled } from '#projections/sync/protocol.ts';
import type { SignalRelay } from '../../ports/signalRelay.ts';

/** A relay among hubs of one process: the plain reference of the others. */
export function createMemorySignalRelays(): { readonly open: () => SignalRelay } {
  const followers = new Map<object, (signal: Signalled) => void>();
  return {
    open() {
      const hub = {};
      let isClosed = false;
      return {
        send(signal) {
          if (isClosed) return;
          for (const [other, heard] of followers) if (other !== hub) queueMicrotask(() => heard(signal));
        },
        follow: (heard) => void followers.set(hub, heard),
        async close() {
          isClosed = true;
          followers.delete(hub);
        },
      };
    },
  };
}
