import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { topicName } from '#projections/sync/topicNames.ts';
import { storeAtOnce } from '#test/proof/simulate/simClient.ts';
import { createSyncStore } from '#web/sync/core.ts';
import { rulesAtHand } from '#web/sync/documents/rulesSource.ts';
import { rules } from '#web/sync/rules.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import { browserClock } from '#web/sync/transport/clock.ts';
import { createSocketTransport } from '#web/sync/transport/socket.ts';
import { picture } from './support/pictures.ts';
import { type ServerProcess, startServerProcess } from './support/serverProcess.ts';
import { eventually, type Student, signUpMember, write, written } from './support/student.ts';

const FEED = topicName.feed('ou');

let folder: string;
let dataDir: string;
let server: ServerProcess;
let ada: Student;
const tabs: SyncStore[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-restore-'));
  dataDir = join(folder, 'data');
  server = await startServerProcess({ dataDir });
  ada = await signUpMember(server, 'ada', await picture(40, 40));
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.stop();
  await server.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A page of a student (`null`: a visitor) with the feed, by the product's own client code over a real socket. */
function openTab(student: Student | null): SyncStore {
  const origin = `http://127.0.0.1:${server.port}`;
  const cookie = [...(student?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const transport = createSocketTransport({ closedByHub: () => undefined }, origin, { origin, cookie });
  const tab = createSyncStore({
    transport,
    clock: browserClock,
    storage: { load: async () => [], put: async () => undefined, remove: async () => undefined },
    lock: { run: (task) => task() },
    tabs: { post: () => undefined, listen: () => () => undefined },
    upload: storeAtOnce,
    random: Math.random,
    newId: uuidv7,
    rules: rulesAtHand(rules),
    ownTopic: topicName.me,
    actorRefused: () => transport.reconnect(),
  });
  tabs.push(tab);
  void tab.start();
  tab.actAs({ userId: student?.userId ?? null, campus: 'ou' });
  tab.hold(FEED);
  return tab;
}

/** The shown state of a page's topics. */
function shown(tab: SyncStore) {
  const { documents, windows } = tab.view.getState();
  const reachable = tab.reachable();
  return { windows, documents: Object.fromEntries(Object.entries(documents).filter(([id]) => reachable.has(id))) };
}

const isFirst = (tab: SyncStore, postId: string) => tab.view.getState().windows[FEED]?.[0] === postId;

/** kill -9, the folder as a backup has it, another process. */
async function restore(from: string): Promise<void> {
  const { port } = server;
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true });
  await cp(from, dataDir, { recursive: true });
  server = await startServerProcess({ dataDir, port });
}

it('[P5] open pages notice that a backup was restored, and end as a page that was opened after it', async () => {
  const kept = await write(ada, 'Was there when the backup was made');
  const backup = join(folder, 'backup');
  const { port } = server;
  await server.end();
  await cp(dataDir, backup, { recursive: true });
  server = await startServerProcess({ dataDir, port });

  const [own, visitor] = [openTab(ada), openTab(null)];
  const lost = await write(ada, 'Is lost');
  await ada.give('EditPost', { postId: kept, text: written('An edit that is lost'), media: [] });
  await ada.give('SavePost', { postId: kept });
  const last = await write(ada, 'Is lost too');
  await eventually(async () => isFirst(own, last) && isFirst(visitor, last));

  await restore(backup);
  // The log assigns the positions of lost events to these.
  const again = await write(ada, 'Written after the restore');
  const fresh = openTab(ada);
  await eventually(async () => isFirst(fresh, again) && isFirst(own, again) && isFirst(visitor, again));

  expect(shown(own)).toEqual(shown(fresh));
  // The third is the welcome of the member.
  expect(shown(visitor).windows[FEED]).toEqual([again, kept, expect.any(String)]);
  const { documents } = visitor.view.getState();
  expect(documents[`posts ${lost}`]).toBeUndefined();
  expect(JSON.stringify(documents[`posts ${kept}`])).toContain('Was there when the backup was made');
});

it('[P4] read models that were folded from events which are lost are built again, though they reach no further', async () => {
  const kept = await write(ada, 'Was there when the backup was made');
  const backup = join(folder, 'backup');
  const { port } = server;
  await server.end();
  await cp(dataDir, backup, { recursive: true });
  server = await startServerProcess({ dataDir, port });
  await ada.give('EditPost', { postId: kept, text: written('An edit that is lost'), media: [] });
  await server.end();
  const foreign = join(folder, 'read-models of what is lost');
  await cp(join(dataDir, 'read-models'), foreign, { recursive: true });

  await restore(backup);
  const again = await write(ada, 'Written after the restore');
  await ada.give('SavePost', { postId: kept });
  await server.end();
  await rm(join(dataDir, 'read-models'), { recursive: true });
  await cp(foreign, join(dataDir, 'read-models'), { recursive: true });
  server = await startServerProcess({ dataDir, port });

  const fresh = openTab(ada);
  await eventually(async () => fresh.view.getState().topics[FEED]?.status === 'live');
  expect(fresh.view.getState().windows[FEED]).toEqual([again, kept, expect.any(String)]);
  expect(JSON.stringify(fresh.view.getState().documents[`posts ${kept}`])).not.toContain('An edit that is lost');
});
