import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { countedPositions } from '#server/engines/position.ts';
import { LATE_APPEND_MS } from '#server/write/commandOutcomes.ts';
import { widePositions } from '#test/contract/widePositions.ts';
import { frontTopics } from '#test/model/front.ts';
import { models } from '#test/model/nouns.ts';
import type { Cast } from '#test/model/story.ts';
import { idOf, SYSTEM, userActor } from '#test/server/support/people.ts';
import type { Settled } from '#web/sync/outbox/outbox.ts';
import type { SendOptions, Sent, SyncStore } from '#web/sync/syncStore.ts';
import { openTab, SimBrowser, uploadTo } from './simClient.ts';
import { SimServer } from './simServer.ts';
import { SimTransport, type Wiretap } from './simTransport.ts';
import { createRandom, VirtualTime } from './virtualTime.ts';

const stories = models.flatMap(({ story }) => story ?? []);
for (const { shortWindows } of stories) shortWindows?.();
/** Milliseconds in which a process starts. */
const START_MS = 2_000;
/** Milliseconds after which a process no longer takes every command for one that may have been given before it. */
const LONG_AGO_MS = LATE_APPEND_MS + START_MS;
/** Index of the member who is a moderator from the start. */
export const MODERATOR = 6;
/** Share of pages whose rules come late, and the milliseconds that those take at most. */
const LATE_RULES = 1 / 3;
const RULES_MAX_MS = 1_500;
/** Indexes of the members at UT's own site. */
const AT_UT: ReadonlySet<number> = new Set([3, 4]);
const SAMPLE = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

/** A command and its outcome as received by its giver; `null`: not received yet. */
export interface GivenCommand {
  readonly commandId: string;
  outcome: Settled | null;
}

/** A command that a member gave in a page. */
export interface SentCommand extends Sent, GivenCommand {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The page that gave it: once that is closed, the outcome is never received. */
  readonly page: SyncStore;
  /** Its giver took it back while it waited unsent. */
  isTakenBack: boolean;
}

/** A command that breaks a rule, and the code of the expected refusal. */
export interface Mistake {
  readonly given: GivenCommand;
  readonly code: string;
}

/** A person with a browser; `null`: a visitor. */
export interface Member {
  readonly userId: string | null;
  readonly browser: SimBrowser;
  readonly transport: SimTransport;
  readonly held: Map<string, () => void>;
  readonly sent: SentCommand[];
  store: SyncStore;
  /** Times that this person set out for another campus. */
  moves: number;
}

export interface Community {
  readonly random: () => number;
  readonly time: VirtualTime;
  readonly server: SimServer;
  /** Three members of OU, one of UT, one who will move from UT to OU, a visitor, a moderator; then second tabs of them. */
  readonly members: Member[];
  /** Tabs that were closed. */
  readonly closed: Member[];
  /** Orders of the server's own edges: sign-up, change of campus, erasure. */
  readonly orders: GivenCommand[];
  /** Acts that must be refused. */
  readonly mistakes: Mistake[];
  /** Users who were erased, or are about to be. */
  readonly erased: Set<string>;
  /** The campus that was private at the beginning is open, or about to be. */
  isOpened: boolean;
}

/** Makes the network of a page. */
export type Connect = (...parts: ConstructorParameters<typeof SimTransport>) => SimTransport;

/**
 * A small community with what the nouns' models begin with, each member in front of what its campus opens. In every second one the log has positions that are
 * longer, have letters and gaps: nothing may take them for numbers. In every third one two processes serve.
 */
export async function createCommunity(
  seed: number,
  wiretapFor: (server: SimServer) => Wiretap,
  connect: Connect = (...parts) => new SimTransport(...parts),
): Promise<Community> {
  const random = createRandom(seed);
  const time = new VirtualTime();
  const server = new SimServer(time, random, {
    positions: seed % 2 === 0 ? countedPositions : widePositions,
    hasTwo: seed % 3 === 0,
  });
  const [moderator = null, ...userIds] = await time.during(settle(server));
  const starting = server.start();
  await time.pass(server.hasTwo ? LONG_AGO_MS : START_MS);
  await starting;
  const wiretap = wiretapFor(server);
  const members = [...userIds, null, moderator].map((userId, index): Member => {
    const transport = connect(server, random, wiretap);
    transport.campus = AT_UT.has(index) ? 'ut' : 'ou';
    const browser = new SimBrowser(`${seed} ${index}`, time);
    return sitDown({ userId, browser, transport, time, random });
  });
  return { random, time, server, members, closed: [], orders: [], mistakes: [], erased: new Set(), isOpened: false };
}

/** Opens another tab of a browser, with what its campus opens: it shares the outbox. */
export function openSecondTab({ members, random, time }: Community, { userId, browser, transport }: Member): void {
  members.push(sitDown({ userId, browser, transport: transport.another(), time, random }));
}

/** A member gives a command in the page; `null`: the page knows of no session. */
export function sendFrom(
  member: Member,
  type: string,
  data: Record<string, unknown>,
  options: Pick<SendOptions, 'uploads' | 'undoableMs'> = {},
): SentCommand | null {
  if (member.transport.userId === null) return null;
  const sent = member.store.send(type, data, options);
  const given: SentCommand = { ...sent, type, data, outcome: null, page: member.store, isTakenBack: false };
  member.sent.push(given);
  void given.settled.then((outcome) => Object.assign(given, { outcome }));
  return given;
}

function sitDown(
  options: Pick<Member, 'userId' | 'browser' | 'transport'> & Pick<Community, 'time' | 'random'>,
): Member {
  const { userId, browser, transport } = options;
  const store = openPage(options);
  const held = new Map(frontTopics(transport.campus).map((topic) => [topic, store.hold(topic)]));
  return { userId, browser, transport, store, held, sent: [], moves: 0 };
}

/** A page of a browser; in some the rules come after what is first given. */
export function openPage(
  options: Pick<Member, 'userId' | 'browser' | 'transport'> & Pick<Community, 'time' | 'random'>,
) {
  const { transport, time, random } = options;
  const isLate = random() < LATE_RULES;
  return openTab({
    ...{ ...options, campus: transport.campus, upload: uploadTo(transport, time) },
    ...(isLate && { rulesAfterMs: random() * RULES_MAX_MS }),
  });
}

async function settle(server: SimServer): Promise<readonly string[]> {
  const userIds: string[] = [];
  await server.give(SYSTEM, idOf('ut is private'), 'ChangeCampusPrivacy', { campus: 'ut', privacy: 'private' });
  for (const word of ['fay', 'ada', 'bob', 'cyd']) userIds.push(await server.register(word, 'ou'));
  for (const word of ['dan', 'eve']) userIds.push(await server.register(word, 'ut'));
  for (const userId of userIds) await completeProfile(server, userId);
  const [fay = '', ada = '', bob = '', cyd = '', dan = ''] = userIds;
  await server.give(SYSTEM, idOf('appoint fay'), 'AppointModerator', { userId: fay });
  const cast = castOf(server, { ou: [ada, bob, cyd], ut: [dan] });
  for (const { beginning } of stories) await beginning?.(cast);
  return userIds;
}

async function completeProfile(server: SimServer, userId: string): Promise<void> {
  const folder = `profilePics/${userId}`;
  const picture = { kind: 'image', name: 'face.webp', width: 4, height: 4 } as const;
  server.disk.keep({ folder, media: picture, owner: userId, at: server.clock().toISOString() });
  await server.give(userActor(userId), newId(userId, 1), 'ChangeProfilePicture', { picture });
  await server.give(userActor(userId), newId(userId, 2), 'ChangeBio', { bio: 'Sells things.' });
}

function castOf(server: SimServer, people: Pick<Cast, 'ou' | 'ut'>): Cast {
  let commands = 0;
  return {
    ...people,
    things(noun) {
      const streams = new Set(server.disk.events.backup().events.map(({ stream }) => stream));
      return [...streams].flatMap((stream) => (stream.startsWith(`${noun}-`) ? stream.slice(noun.length + 1) : []));
    },
    async give(by, campus, { type, data }) {
      const id = newId(SAMPLE, commands);
      commands += 1;
      await server.give(userActor(by), id, type, data, campus);
      return effectiveCommandId(by, id);
    },
  };
}
