import { v5 as uuidv5 } from 'uuid';
import type { Media } from '#domain/kernel/media.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { type Rules, type RulesSource, rulesAtHand, rulesLater } from '#web/sync/documents/rulesSource.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import type { OutboxStorage, TabChannel, TabLock, UnseenStorage, UploadFile } from '#web/sync/outbox/ports.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore, SyncStoreOptions } from '#web/sync/syncStore.ts';
import { noAnswer } from '#web/sync/transport/http.ts';
import type { SimTransport } from './simTransport.ts';
import type { VirtualTime } from './virtualTime.ts';

const NAMESPACE = '5b8f3a0e-0d7a-4f0e-9a4e-6f2d3c1b0a99';

function asStored(entry: OutboxEntry): OutboxEntry {
  return { ...entry, uploads: entry.uploads.map((upload) => ({ ...upload, file: upload.file.slice() })) };
}

/** State that the tabs of one browser share: it outlives each of them. */
export class SimBrowser {
  readonly #time: VirtualTime;
  readonly entries = new Map<string, OutboxEntry>();
  readonly #listeners = new Set<(said: unknown) => void>();
  #lock: Promise<void> = Promise.resolve();
  #ids = 0;
  readonly name: string;
  /** Its cookie: who signed in last, and the session. */
  session: { readonly userId: string; readonly sessionId: string } | null = null;

  constructor(name: string, time: VirtualTime) {
    this.name = name;
    this.#time = time;
  }

  newId(): string {
    this.#ids += 1;
    return uuidv5(`${this.name} ${this.#ids}`, NAMESPACE);
  }

  /** Storage that answers after a turn; a file is returned as another Blob, as a browser's database does. */
  readonly storage: OutboxStorage = {
    load: async () => [...this.entries.values()].map(asStored),
    put: async (entry) => void this.entries.set(entry.id, entry),
    remove: async (id) => void this.entries.delete(id),
  };

  readonly lock: TabLock = {
    run: (task) => {
      const run = this.#lock.then(task);
      this.#lock = run.catch(() => undefined);
      return run;
    },
  };

  channel(): TabChannel {
    const mine = new Set<(said: unknown) => void>();
    return {
      post: (message) => {
        for (const listener of this.#listeners) {
          if (!mine.has(listener)) this.#time.after(1, () => listener(message));
        }
      },
      listen: (handler) => {
        mine.add(handler);
        this.#listeners.add(handler);
        return () => this.#listeners.delete(handler);
      },
    };
  }
}

/** Stores the picture under a name that the server would give. */
export const storeAtOnce: UploadFile = async (_folder, file): Promise<Media> => ({
  kind: 'image',
  name: `stored-${file.size}.webp`,
  width: 4,
  height: 3,
});

/** Uploads over a network: takes time, and may fail. */
export function uploadTo(transport: SimTransport, time: VirtualTime): UploadFile {
  return (folder, file) =>
    new Promise((resolve, reject) => {
      time.after(transport.uploadMs(), () => {
        const media = transport.upload(folder, file.size);
        if (media === null) reject(noAnswer());
        else resolve(media);
      });
    });
}

/** Rules that a page loads when it first needs them. */
function rulesAfter(milliseconds: number, time: VirtualTime): RulesSource {
  const load = () => new Promise<Rules>((resolve) => time.after(milliseconds, () => resolve(rules)));
  return rulesLater(load, new Promise(() => undefined));
}

/** A tab: the real sync store over a simulated network. */
export function openTab(options: {
  readonly browser: SimBrowser;
  readonly transport: SimTransport;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly userId: string | null;
  readonly upload?: UploadFile;
  readonly campus?: string;
  /** Milliseconds until the page has its rules; default: it has them from the start. */
  readonly rulesAfterMs?: number;
  /** Of the tab, over its reloads. */
  readonly unseen?: UnseenStorage;
  /** Of the browser, over its visits; default: it keeps no topic. */
  readonly recall?: SyncStoreOptions['recall'];
}): SyncStore {
  const { unseen, recall } = options;
  const { browser, transport, time, random, userId, upload = storeAtOnce, campus = 'ou', rulesAfterMs } = options;
  const askSession = (): void => {
    if (transport.hasSession || transport.userId === null) {
      transport.reconnect();
      return;
    }
    transport.userId = null;
    store.actAs({ userId: null, campus });
  };
  const store = createSyncStore({
    transport,
    clock: time.clock,
    storage: browser.storage,
    ...(unseen && { unseen }),
    ...(recall && { recall }),
    lock: browser.lock,
    tabs: browser.channel(),
    upload,
    random,
    newId: () => browser.newId(),
    rules: rulesAfterMs === undefined ? rulesAtHand(rules) : rulesAfter(rulesAfterMs, time),
    ownTopic: topicName.me,
    actorRefused: askSession,
  });
  transport.askSession = () => void time.after(1, askSession);
  void store.start();
  beUser(browser, transport, store, userId, campus);
  return store;
}

/** The page has a user as long as the browser's session exists; a browser without one signs in. */
export function beUser(
  browser: SimBrowser,
  transport: SimTransport,
  store: SyncStore,
  userId: string | null,
  campus: string,
): void {
  if (userId !== null && browser.session?.userId !== userId) {
    browser.session = { userId, sessionId: transport.signIn(userId, browser.name) };
  }
  transport.userId = userId;
  transport.sessionId = browser.session?.sessionId ?? null;
  if (!transport.hasSession) transport.userId = null;
  store.actAs({ userId: transport.userId, campus });
}
