import { newId } from '#domain/kernel/ids.ts';
import { userActor } from '#test/server/support/people.ts';
import type { UnseenStorage, UploadFile } from '#web/sync/outbox/ports.ts';
import type { SyncStore, SyncStoreOptions } from '#web/sync/syncStore.ts';
import { openTab, SimBrowser } from './simClient.ts';
import { SimServer, type SimServerOptions } from './simServer.ts';
import { SimTransport } from './simTransport.ts';
import { createRandom, VirtualTime } from './virtualTime.ts';

/** Milliseconds in which every packet on its way arrives. */
export const A_MOMENT_MS = 1_000;

/** One tab of a browser. */
export interface Tab {
  readonly store: SyncStore;
  readonly transport: SimTransport;
  readonly browser: SimBrowser;
}

/** A server with members who may post, and browsers for them. */
export interface Room {
  readonly time: VirtualTime;
  readonly server: SimServer;
  /** User ids by name. */
  readonly ids: Readonly<Record<string, string>>;
  open(
    name: string | null,
    options?: {
      browser?: SimBrowser;
      upload?: UploadFile;
      rulesAfterMs?: number;
      unseen?: UnseenStorage;
      recall?: SyncStoreOptions['recall'];
    },
  ): Tab;
  /** Another person acts. */
  give(name: string, type: string, data: Record<string, unknown>): Promise<void>;
  moment(): Promise<void>;
}

export function room(...names: readonly string[]): Promise<Room> {
  return roomOf({}, ...names);
}

/** @param kind of the server; its stores take no time */
export async function roomOf(kind: Pick<SimServerOptions, 'hasTwo'>, ...names: readonly string[]): Promise<Room> {
  const time = new VirtualTime();
  const random = createRandom(1);
  const server = new SimServer(time, random, { ...kind, slowness: 0 });
  const ids: Record<string, string> = {};
  let commands = 0;
  let browsers = 0;
  const give = async (name: string, type: string, data: Record<string, unknown>) => {
    commands += 1;
    const userId = ids[name] ?? '';
    await time.during(server.give(userActor(userId), newId(userId, commands), type, data));
  };
  for (const name of names) {
    const userId = await time.during(server.register(name, 'ou'));
    ids[name] = userId;
    const folder = `profilePics/${userId}`;
    const media = { kind: 'image', name: 'face.webp', width: 4, height: 4 } as const;
    server.disk.keep({ folder, media, owner: userId, at: '2026-03-01T00:00:00.000Z' });
    await give(name, 'ChangeProfilePicture', { picture: media });
    await give(name, 'ChangeBio', { bio: 'Sells things.' });
  }
  await server.start();
  await time.pass(A_MOMENT_MS);
  return {
    time,
    server,
    ids,
    give,
    moment: () => time.pass(A_MOMENT_MS),
    open(name, { browser, upload, rulesAfterMs, unseen, recall } = {}) {
      browsers += 1;
      const transport = new SimTransport(server, random, () => undefined);
      const own = browser ?? new SimBrowser(`browser ${browsers}`, time);
      const userId = name === null ? null : (ids[name] ?? null);
      const store = openTab({
        browser: own,
        transport,
        time,
        random,
        userId,
        ...(unseen && { unseen }),
        ...(recall && { recall }),
        ...(rulesAfterMs === undefined ? {} : { rulesAfterMs }),
        // Reading a Blob takes real turns of the event loop.
        ...(upload === undefined ? {} : { upload: (...asked) => time.during(upload(...asked)) }),
      });
      return { store, transport, browser: own };
    },
  };
}
