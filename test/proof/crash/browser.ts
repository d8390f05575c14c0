import { v7 as uuidv7 } from 'uuid';
import { topicName } from '#projections/sync/topicNames.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { rulesAtHand } from '#web/sync/documents/rulesSource.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { browserClock } from '#web/sync/transport/clock.ts';
import { request } from '#web/sync/transport/http.ts';
import { createSocketTransport } from '#web/sync/transport/socket.ts';

/** Milliseconds after which an answer counts as lost. */
const ANSWER_MAX_MS = 15_000;

/** A browser as the server sees it: cookies, an address, the product's own client code over real sockets. */
export interface Browser {
  /** @throws RequestRefused */
  ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** The client's sync store, connected as the signed-in user. */
  openStore(userId: string | null, campus: string, upload: UploadFile): SyncStore;
  /** A connection of its own, as a page that is just being opened. */
  openTransport(): ReturnType<typeof createSocketTransport>;
}

/** @param address network address of the browser, as a proxy reports it */
export function createBrowser(port: number, address: string): Browser {
  const origin = `http://127.0.0.1:${port}`;
  const cookies = new Map<string, string>();
  const headers = () => ({
    origin,
    'x-forwarded-for': address,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });

  const fetchAsBrowser: typeof fetch = async (path, init) => {
    const signal = AbortSignal.timeout(ANSWER_MAX_MS);
    const response = await fetch(`${origin}${String(path)}`, {
      ...init,
      signal,
      headers: { ...(init?.headers as Record<string, string>), ...headers() },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };

  const openTransport = () => createSocketTransport({ closedByHub: () => undefined }, origin, headers());
  return {
    ask: (method, path, body) => request(method, path, body, { fetch: fetchAsBrowser }),
    openTransport,
    openStore(userId, campus, upload) {
      const transport = openTransport();
      const store = createSyncStore({
        transport,
        clock: browserClock,
        // The pages stay open, so their outbox need not be stored.
        storage: { load: async () => [], put: async () => undefined, remove: async () => undefined },
        lock: { run: (task) => task() },
        tabs: { post: () => undefined, listen: () => () => undefined },
        upload,
        random: Math.random,
        newId: uuidv7,
        rules: rulesAtHand(rules),
        ownTopic: topicName.me,
        actorRefused: () => transport.reconnect(),
      });
      void store.start();
      store.actAs({ userId, campus });
      return store;
    },
  };
}
