import { v7 as uuidv7 } from 'uuid';
import { commandDefinitions } from '#domain/registry.ts';
import { predictions } from '#projections/predictions.ts';
import { foldTable } from '#projections/registry.ts';
import { firstPaint } from '../kit/firstView.ts';
import { persistently } from '../kit/lazySoon.ts';
import { type Session, sessionStore } from '../session/session.ts';
import { offerReload } from './offerReload.ts';
import { createOutboxStorage } from './outbox/storage.ts';
import { createTabChannel, createTabLock } from './outbox/tabs.ts';
import { uploadFile } from './outbox/uploads.ts';
import { createSyncStore, type SyncStore } from './syncStore.ts';
import { boot } from './topics/boot.ts';
import { browserClock } from './transport/clock.ts';
import { createLateTransport } from './transport/lateTransport.ts';
import type { Transport } from './transport/transport.ts';

const OUTBOX = 'quad.outbox';

let client: SyncStore | null = null;

/** The sync store of this page; the first call starts it. */
export function syncClient(): SyncStore {
  client ??= startClient();
  return client;
}

function startClient(): SyncStore {
  const transport = createLateTransport(loadSocket);
  const sync = createSyncStore({
    transport,
    clock: browserClock,
    storage: createOutboxStorage(),
    lock: createTabLock(OUTBOX),
    tabs: createTabChannel(OUTBOX),
    upload: uploadFile,
    random: Math.random,
    newId: uuidv7,
    foldTable,
    predictions,
    commands: commandDefinitions,
    // The connection may be of an older session than the page's.
    actorRefused: () =>
      void sessionStore
        .getState()
        .load()
        .then(() => transport.reconnect()),
  });
  void sync.start();
  followSession(sync);
  sync.prime(boot().topics ?? {});
  followNetwork(sync);
  return sync;
}

/** The first view stands before there is a connection: what it shows has come with the page, or is a skeleton. */
async function loadSocket(): Promise<Transport> {
  await firstPaint;
  const { createSocketTransport } = await persistently(() => import('./transport/socket.ts'), Number.POSITIVE_INFINITY);
  return createSocketTransport({ sentAway: loadSession, outdated: offerReload });
}

/** The connection waits for the session: before it is known, the hub would take a member for a visitor. */
function followSession(sync: SyncStore): void {
  const apply = ({ status, userId, campus }: Session) => {
    if (status !== 'loading') sync.actAs({ userId, campus });
  };
  sessionStore.subscribe(apply);
  apply(sessionStore.getState());
  if (sessionStore.getState().status === 'loading') loadSession();
}

function loadSession(): void {
  void sessionStore.getState().load();
}

function followNetwork(sync: SyncStore): void {
  const apply = () => sync.setNetwork(navigator.onLine);
  addEventListener('online', apply);
  addEventListener('offline', apply);
  apply();
}
