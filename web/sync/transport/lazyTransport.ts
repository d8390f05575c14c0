import type { Transport, TransportListener } from './transport.ts';

/**
 * A transport whose code is loaded when the first connection is wanted: until then it is a connection that is not open
 * yet.
 *
 * @param load never rejects: it retries until it succeeds
 */
export function createLazyTransport(load: () => Promise<Transport>): Transport {
  let listener: TransportListener | null = null;
  let transport: Transport | null = null;
  let state: 'idle' | 'loading' | 'stopped' = 'idle';

  return {
    start(newListener) {
      listener = newListener;
    },
    async request(event, payload, timeoutMilliseconds) {
      if (transport === null) throw new Error('There is no connection.');
      return transport.request(event, payload, timeoutMilliseconds);
    },
    signal(payload) {
      transport?.signal?.(payload);
    },
    reconnect(afterMilliseconds) {
      if (transport !== null) return transport.reconnect(afterMilliseconds);
      if (state !== 'idle') return;
      state = 'loading';
      void load().then((loaded) => {
        if (state === 'stopped' || listener === null) return;
        transport = loaded;
        transport.start(listener);
        transport.reconnect();
      });
    },
    stop() {
      state = 'stopped';
      transport?.stop();
    },
  };
}
