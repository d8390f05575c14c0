import { v7 as uuidv7 } from 'uuid';
import { commandDefinitions } from '#domain/registry.ts';
import { foldTable, predictions } from '#projections/registry.ts';
import { firstPaint } from '../kit/firstView.ts';
import { persistently } from '../kit/lazySoon.ts';
import { createOutboxStorage } from './outbox/storage.ts';
import { createTabChannel, createTabLock } from './outbox/tabs.ts';
import { uploadFile } from './outbox/uploads.ts';
import { createSyncStore, type SyncStore } from './syncStore.ts';
import { browserClock } from './transport/clock.ts';
import { createLazyTransport } from './transport/lazyTransport.ts';
import type { Transport } from './transport/transport.ts';

const OUTBOX = 'quad.outbox';

/** Who uses the page, as the sync follows it: it knows nobody by itself (`web/session`). */
export interface SyncSession {
  /** The signed-in user (`userId: null`: a visitor) and the page's campus; `null` while it is not known. */
  current(): { readonly userId: string | null; readonly campus: string } | null;
  /** Calls back after every change. */
  subscribe(changed: () => void): void;
  /** Asks the server who is signed in; resolves when `current` has the answer, or when there is none. */
  load(): Promise<void>;
}

let client: SyncStore | null = null;

/** The sync store of this page. */
export function syncClient(): SyncStore {
  if (client === null) throw new Error('The sync is used before it was started (startSync).');
  return client;
}

/**
 * Starts the sync store of this page. Call it once, before the first render.
 *
 * @param topics what the hub would answer on joining, by topic, where the page has brought it along
 */
export function startSync(session: SyncSession, topics: Readonly<Record<string, unknown>>): void {
  const load = () => void session.load();
  const loadSocket = () => socketAfterFirstPaint(load);
  const transport = createLazyTransport(loadSocket);
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
    actorRefused: () => void session.load().then(() => transport.reconnect()),
  });
  client = sync;
  void sync.start();
  followSession(sync, session);
  sync.hydrate(topics);
  followNetwork(sync);
}

/** The first view stands before there is a connection: what it shows has come with the page, or is a skeleton. */
async function socketAfterFirstPaint(loadSession: () => void): Promise<Transport> {
  await firstPaint;
  const { createSocketTransport } = await persistently(() => import('./transport/socket.ts'), Number.POSITIVE_INFINITY);
  return createSocketTransport({ closedByHub: loadSession });
}

/** The connection waits for the session: before it is known, the hub would take a member for a visitor. */
function followSession(sync: SyncStore, session: SyncSession): void {
  const apply = () => {
    const current = session.current();
    if (current !== null) sync.actAs(current);
  };
  session.subscribe(apply);
  apply();
  if (session.current() === null) void session.load();
}

function followNetwork(sync: SyncStore): void {
  const apply = () => sync.setNetwork(navigator.onLine);
  addEventListener('online', apply);
  addEventListener('offline', apply);
  apply();
}
