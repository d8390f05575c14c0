import { v7 as uuidv7 } from 'uuid';
import { firstPaint } from '../kit/firstView.ts';
import { followSilence, leaveConnections } from '../kit/http/connections.ts';
import { bringPicturesBack, watchPictures } from '../kit/http/picturesBack.ts';
import { reportSiteBack } from '../kit/http/siteBack.ts';
import { fetchSoon } from '../kit/lazySoon.ts';
import { persistently } from '../kit/persistently.ts';
import { whenSeen } from '../kit/whenSeen.ts';
import { createSyncStore } from './core.ts';
import { type Rules, rulesLater } from './documents/rulesSource.ts';
import { keepKnown } from './keepKnown.ts';
import { createKnownTopics } from './known/knownTopics.ts';
import type { UploadFile } from './outbox/ports.ts';
import { createOutboxStorage } from './outbox/storage.ts';
import { createTabChannel, createTabLock } from './outbox/tabs.ts';
import { createUnseenStorage } from './outbox/unseenStorage.ts';
import type { SyncStore } from './syncStore.ts';
import { leaveArea } from './transport/area.ts';
import { browserClock } from './transport/clock.ts';
import { followDoubts } from './transport/doubts.ts';
import { request } from './transport/http.ts';
import { createLazyTransport } from './transport/lazyTransport.ts';
import type { Transport } from './transport/transport.ts';

const OUTBOX = 'quad.outbox';

/** The page's user, as a port: the sync does not import `web/session`. */
export interface SyncSession {
  /** The signed-in user (`userId: null`: a visitor) and the page's campus; `null` until both are known. */
  current(): { readonly userId: string | null; readonly campus: string } | null;
  /** Calls back after every change. */
  subscribe(changed: () => void): void;
  /** The topic of a user's own documents. */
  ownTopic(userId: string): string;
  /** Fetches the signed-in user; resolves when `current` has the answer, or when the server gives none. */
  load(): Promise<void>;
}

let client: SyncStore | null = null;

/** The topics that this browser's pages showed last. */
export const knownTopics = createKnownTopics();

/** The sync store of this page. */
export function syncClient(): SyncStore {
  if (client === null) throw new Error('The sync is used before it was started (startSync).');
  return client;
}

/**
 * Starts the sync store of this page. Call it once, before the first render.
 *
 * @param topics answers to joining topics that came with the page, by topic
 */
export function startSync(session: SyncSession, topics: Readonly<Record<string, unknown>>): void {
  const load = () => void session.load();
  const transport = createLazyTransport(() => connectAfterFirstPaint(load));
  const sync = createSyncStore({
    transport,
    clock: browserClock,
    storage: createOutboxStorage(),
    unseen: createUnseenStorage(),
    recall: knownTopics.recall,
    lock: createTabLock(OUTBOX),
    tabs: createTabChannel(OUTBOX),
    upload: uploadWhenFetched,
    random: Math.random,
    isSeen: () => document.visibilityState === 'visible',
    died: leaveConnections,
    newId: uuidv7,
    rules: rulesLater(loadRules, firstPaint),
    ownTopic: session.ownTopic,
    // The connection may be of an older session than the page's.
    actorRefused: () => void session.load().then(() => transport.reconnect()),
  });
  client = sync;
  void sync.start();
  keepKnown(sync, knownTopics);
  followSession(sync, session);
  sync.hydrate(topics);
  followNetwork(sync);
  // Its answer says what time it is by the server.
  followDoubts(
    () => sync.doubt(),
    () => void session.load(),
  );
  followSilence(() => sync.doubt({ leavesTrying: true }));
  watchPictures();
  const bringBack = whenSeen(() => {
    reportSiteBack();
    void bringPicturesBack();
  });
  sync.view.subscribe(({ connection }, before) => {
    if (connection === 'online' && before.connection !== 'online') bringBack();
  });
  addEventListener('pagehide', () => sendAtLeave(sync));
}

/**
 * What could still be taken back is meant once its page is left: it is sent by a request that outlives the page. If
 * that fails, it is still stored, and another tab or the next visit sends it; nothing happens twice (P2).
 */
function sendAtLeave(sync: SyncStore): void {
  for (const { id, actor, type, version, data } of sync.sendUndoable()) {
    const body = { id, actor, type, version, data };
    request('POST', '/api/commands', body, { keepalive: true }).catch((error: unknown) => {
      console.warn('What was given last is sent at the next visit.', error);
    });
  }
}

/** The first view needs no connection: its documents came with the page, or it is a skeleton. */
async function connectAfterFirstPaint(loadSession: () => void): Promise<Transport> {
  await firstPaint;
  const { createBrowserWays } = await persistently(
    () => import('./transport/browserWays.ts'),
    Number.POSITIVE_INFINITY,
  );
  return createBrowserWays({ closedByHub: loadSession, outside: leaveArea });
}

const loadUploads = () => import('./outbox/uploadFile.ts');
fetchSoon(loadUploads);

/** The first view uploads nothing. */
const uploadWhenFetched: UploadFile = async (folder, file, options) => {
  const { uploadFile } = await persistently(loadUploads, Number.POSITIVE_INFINITY);
  return uploadFile(folder, file, options);
};

async function loadRules(): Promise<Rules> {
  const { rules } = await persistently(() => import('./rules.ts'), Number.POSITIVE_INFINITY);
  return rules;
}

/** Connects once the session is known: before, the hub would take a member for a visitor. */
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
