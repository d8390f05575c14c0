import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { userActor } from '#test/server/support/people.ts';
import type { Settled } from '#web/sync/outbox.ts';
import type { Sent, SyncStore } from '#web/sync/syncStore.ts';
import { openTab, SimBrowser } from './simClient.ts';
import { SimServer } from './simServer.ts';
import { SimTransport, type Wiretap } from './simTransport.ts';
import { createRandom, VirtualTime } from './virtualTime.ts';

/** Posts that are there from the start: more than the feed's first page. */
const FIRST_POSTS = 32;
/** Posts of the private campus. */
const PRIVATE_POSTS = 4;
/** Places of the members who are at UT's own site. */
const AT_UT: ReadonlySet<number> = new Set([3, 4]);
export const SAMPLE = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** A command that a member gave, and how it ended as far as the member was told. */
export interface GivenCommand extends Sent {
  outcome: Settled | null;
  /** The page that gave it: when that is gone nobody is told. */
  readonly page: SyncStore;
}

/** Somebody with a browser; `null`: a visitor. */
export interface Member {
  readonly userId: string | null;
  readonly browser: SimBrowser;
  readonly transport: SimTransport;
  readonly held: Map<string, () => void>;
  readonly sent: GivenCommand[];
  store: SyncStore;
}

export interface Community {
  readonly random: () => number;
  readonly time: VirtualTime;
  readonly server: SimServer;
  /** Three members of OU, one of UT, one who will move from UT to OU, a visitor; then second tabs of them. */
  readonly members: Member[];
  /** Tabs that were closed. */
  readonly closed: Member[];
}

/** A small community with posts, each member in front of the feed. */
export async function createCommunity(seed: number, wiretapFor: (server: SimServer) => Wiretap): Promise<Community> {
  const random = createRandom(seed);
  const time = new VirtualTime();
  const server = new SimServer(time, random);
  const userIds = await time.during(settle(server));
  await server.startHub();
  const wiretap = wiretapFor(server);
  const members = [...userIds, null].map((userId, index): Member => {
    const transport = new SimTransport(server, random, wiretap);
    transport.campus = AT_UT.has(index) ? 'ut' : 'ou';
    const browser = new SimBrowser(`${seed} ${index}`, time);
    return sitDown({ userId, browser, transport, time, random });
  });
  return { random, time, server, members, closed: [] };
}

/** Another tab of somebody's browser, in front of the feed: it shares the outbox. */
export function openSecondTab({ members, random, time }: Community, { userId, browser, transport }: Member): void {
  members.push(sitDown({ userId, browser, transport: transport.another(), time, random }));
}

function sitDown(
  options: Pick<Member, 'userId' | 'browser' | 'transport'> & Pick<Community, 'time' | 'random'>,
): Member {
  const { userId, browser, transport } = options;
  const store = openTab({ ...options, campus: transport.campus });
  const feed = topicName.feed(transport.campus);
  return { userId, browser, transport, store, held: new Map([[feed, store.hold(feed)]]), sent: [] };
}

async function settle(server: SimServer): Promise<readonly string[]> {
  const userIds: string[] = [];
  for (const word of ['ada', 'bob', 'cyd']) userIds.push(await server.register(word, 'ou'));
  for (const word of ['dan', 'eve']) userIds.push(await server.register(word, 'ut'));
  for (const userId of userIds) await completeProfile(server, userId);
  const [ada = '', bob = '', , dan = ''] = userIds;
  for (let n = 0; n < FIRST_POSTS; n += 1) await post(server, n % 2 === 0 ? ada : bob, n, 'ou');
  for (let n = 0; n < PRIVATE_POSTS; n += 1) await post(server, dan, n, 'ut');
  await server.project();
  return userIds;
}

async function completeProfile(server: SimServer, userId: string): Promise<void> {
  const folder = `profilePics/${userId}`;
  const picture = { kind: 'image', name: 'face.webp', width: 4, height: 4 } as const;
  const at = server.rig.clock.now().toISOString();
  server.rig.uploads.set(`${folder}/${picture.name}`, { folder, media: picture, owner: userId, at });
  await server.give(userActor(userId), newId(userId, 1), 'ChangeProfilePicture', { picture });
  await server.give(userActor(userId), newId(userId, 2), 'ChangeBio', { bio: 'Sells things.' });
}

async function post(server: SimServer, userId: string, n: number, campus: string): Promise<void> {
  const data = { text: richTextOf(`first ${n}`), media: [], category: 'all' };
  await server.give(userActor(userId), newId(SAMPLE, n), 'CreatePost', data, campus);
}

/** Somebody becomes a member of OU by the code that was mailed to the school address. */
export async function moveToOu(server: SimServer, userId: string): Promise<void> {
  const data = { campus: 'ou', email: 'moved@ou.edu' };
  const id = newId(userId, 3);
  await server.give(userActor(userId), id, 'RequestSchoolCode', data);
  const codeId = newId(effectiveCommandId(userId, id), 1);
  await server.give(userActor(userId), newId(userId, 4), 'VerifySchool', { codeId, ...data });
}
