import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { commandDefinitions, rejectionKind } from '#domain/registry.ts';
import { topicKinds } from '#projections/registry.ts';
import { callControl } from '#server/roles/control.ts';
import { models } from '../model/nouns.ts';
import { MAY, type Role, roles, type Scene, type Sight } from '../model/rights.ts';
import type { Answer, Browser } from './support/browser.ts';
import { controlOf } from './support/control.ts';
import { picture } from './support/pictures.ts';
import { type RawSocket, rawSocket } from './support/rawSocket.ts';
import { eventually, postIdOf, type Student, signUp, signUpConfirmed, signUpMember, write } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/**
 * The access matrix: every role, every command of clients, every topic, every kind of media address, the search and what
 * else answers over HTTP, on an open and on a private campus, over HTTP and over the socket. The rows are the nouns' own
 * (`test/model/<noun>/rights.ts`), complete by type: a new command or topic has to say who may.
 */

/** A role, or somebody without an account that counts. */
type Anybody = Role | 'visitor' | 'banned';

let server: TestServer;
let people: Readonly<Record<Role, Student>>;
let banned: Student;
let scene: Scene;
let image: string;
/** Pictures of a reported post, and of one that was deleted after its report. */
let reported: string;
let evidence: string;
let face: string;
let username: string;

const commands = models.flatMap(({ rights }) => Object.entries(rights.commands));
const topics = models.flatMap(({ rights }) => Object.entries(rights.topics));

function maySee(sight: Sight, who: Anybody, isClosed: boolean): boolean {
  const isMember = who === 'member' || who === 'owner';
  if (sight === 'all') return true;
  if (sight === 'owner' || sight === 'moderators') return who === (sight === 'owner' ? 'owner' : 'moderator');
  return !isClosed || isMember || (sight === 'person' && who === 'moderator');
}

beforeAll(async () => {
  const rate = { perMinute: 100_000, burst: 100_000 };
  const rates = {
    ...{
      commandsPerUser: rate,
      commandsPerAddress: rate,
      ofCommands: rate,
      requestsPerAddress: rate,
      handshakesPerAddress: rate,
    },
    ...{ messagesPerMinute: 100_000, socketsPerAddress: 100 },
  };
  server = await testServer({}, { rates });
  const picture_ = await picture(40, 30);
  const owner = await signUpMember(server, 'owner', picture_);
  people = {
    unconfirmed: await signUp(server, 'unconfirmed'),
    confirmed: await signUpConfirmed(server, 'confirmed'),
    guest: await signUpGuest(),
    member: await signUpMember(server, 'member', picture_),
    owner,
    moderator: await signUpConfirmed(server, 'moderator'),
  };
  const victim = await signUp(server, 'victim');
  banned = await signUpMember(server, 'banned', picture_);
  await callControl(await controlOf(server.dataDir), 'moderator', { email: people.moderator.email, remove: false });
  const pictured = async (words: string) => {
    const id = randomUUID();
    const upload = await owner.ask('PUT', `/api/uploads/posts/${postIdOf(owner, id)}`, { raw: picture_ });
    const postId = await write(owner, words, { media: [upload.json.media] }, id);
    return { postId, address: `/images/posts/${postId}/${upload.json.media.name}` };
  };
  const { postId: post, address } = await pictured('A sextant.');
  const chat = chatIdOf(owner.userId, victim.userId);
  const checkout = randomUUID();
  const boost = { postId: post, title: 'A sextant', goal: 'profile', website: '', label: 'View Profile', days: 4 };
  expect(await owner.give('StartCheckout', boost, checkout)).toMatchObject({ ok: true });
  scene = { people, victim: victim.userId, post, doomed: post, chat, ad: postIdOf(owner, checkout) };
  expect(await owner.give('StartChat', { userId: victim.userId })).toMatchObject({ ok: true });
  const words = { chatId: chat, text: 'Is the sextant still there?', media: [], postId: null };
  expect(await owner.give('SendMessage', words)).toMatchObject({ ok: true });
  reported = address;
  image = (await pictured('A chart.')).address;
  const removed = await pictured('A lamp.');
  evidence = removed.address;
  for (const postId of [post, removed.postId]) {
    expect(await banned.give('ReportPost', { postId, reason: 'scam', text: '' })).toMatchObject({ ok: true });
  }
  expect(await owner.give('DeletePost', { postId: removed.postId })).toMatchObject({ ok: true });
  const found = await owner.ask('GET', `/api/topics/person:${owner.userId}`);
  face = `/images/profilePics/${owner.userId}/${/"name":"([^"]+\.\w+)"/.exec(found.text)?.[1]}`;
  username = /"username":"(\w+)"/.exec(found.text)?.[1] ?? 'none';
  // The search follows the log. Whom it is asked as has no searches left then: somebody who needs none later.
  const search = '/api/search?show=media&q=sextant';
  await eventually(async () => (await banned.ask('GET', search)).text.includes(post));
  const ban = { userId: banned.userId, reason: 'scam', note: '', about: banned.userId };
  expect(await people.moderator.give('BanPerson', ban)).toMatchObject({ ok: true });
});
afterAll(() => server.end());

/** A member of UT: their address belongs to it. */
async function signUpGuest(): Promise<Student> {
  const guest = await signUpConfirmed(server, 'guest@utexas.edu');
  const answer = await guest.give('JoinWithConfirmedEmail', { campus: 'ut', email: guest.email });
  if (answer.ok !== true) throw new Error(`The guest is no member: ${JSON.stringify(answer)}`);
  return guest;
}

/** The code of a refusal for want of a right, else `MAY`: the command got as far as its rules. */
function outcomeOf(code: string): string {
  return ['forbidden', 'unauthenticated'].includes(rejectionKind(code) ?? '') ? code : MAY;
}

/** Gives a command over HTTP. @returns the code of the refusal, or `MAY` */
async function giveOverHttp(browser: Browser, envelope: object): Promise<string> {
  const { json } = await browser.ask('POST', '/api/commands', { body: envelope });
  return json.ok === true ? MAY : json.error.code;
}

/** Signed in, and a member of no campus. */
const WITHOUT_SCHOOL: readonly Anybody[] = ['unconfirmed', 'confirmed', 'moderator'];

/** Whether a search found a thing; a refusal has to be for want of a right. */
function isFound({ status, text }: Answer, id: string): boolean {
  if (![200, 403].includes(status)) throw new Error(`The search was not answered: ${text}`);
  return text.includes(id);
}

/** Sends over a socket; its answers come by the number of the message. */
async function openSocket(browser: Browser) {
  const origin = `ou.localhost:${server.port}`;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Host: origin, Origin: `http://${origin}`, Cookie: cookie };
  const socket: RawSocket = await rawSocket(server.port, { headers });
  await socket.until('0{"sid"');
  socket.write('40');
  await socket.until('42["progress"');
  let sent = 0;
  return {
    close: () => socket.tcp.destroy(),
    async ask(event: string, payload: object): Promise<string> {
      sent += 1;
      socket.write(`42${sent}${JSON.stringify([event, payload])}`);
      await socket.until(`43${sent}[`);
      const answer = socket.received().split(`43${sent}[`).at(-1) ?? '';
      return answer.startsWith('{"ok":true') ? MAY : (/"code":"([A-Z_]+)"/.exec(answer)?.[1] ?? 'no answer');
    },
  };
}

const everybody = (): readonly (readonly [Anybody, Browser])[] => [
  ...roles.map((role) => [role, people[role]] as const),
  ['visitor', server.browser()],
  ['banned', banned],
];

it('has a row for every command that clients give, and for every topic', () => {
  const given = Object.values(commandDefinitions).filter(({ origin }) => origin === 'client');
  expect(commands.map(([type]) => type).sort()).toEqual(given.map(({ type }) => type).sort());
  expect(topics.map(([kind]) => kind).sort()).toEqual(Object.keys(topicKinds).sort());
});

it('[GUARD-04] [GUARD-05] a member writes, saves, talks, edits the profile, has ads and visits other campuses; what is somebody’s, only they boost, delete and see the analytics of', async () => {
  const { member, owner } = people;
  const post = await write(member, 'A compass.');
  const comment = await write(member, 'Of brass?', { root: scene.post });
  const boost = { title: 'A compass', goal: 'profile', website: '', label: 'View Profile', days: 4 };
  const checkout = randomUUID();
  for (const [type, data, id] of [
    ['SavePost', { postId: scene.post }, randomUUID()],
    ['StartChat', { userId: owner.userId }, randomUUID()],
    [
      'SendMessage',
      { chatId: chatIdOf(member.userId, owner.userId), text: 'Hi', media: [], postId: null },
      randomUUID(),
    ],
    ['ChangeBio', { bio: 'I sell compasses.' }, randomUUID()],
    ['StartCheckout', { ...boost, postId: post }, checkout],
  ] as const) {
    expect([type, await member.give(type, data, id)]).toMatchObject([type, { ok: true }]);
  }
  const ad = postIdOf(member, checkout);
  for (const topic of ['feed:ut', 'community:ut', `adFigures:${ad}`]) {
    await eventually(async () => (await member.ask('GET', `/api/topics/${topic}`)).status === 200);
  }
  expect((await owner.ask('GET', `/api/topics/adFigures:${ad}`)).status).toBe(403);
  for (const [type, data] of [
    ['StartCheckout', { ...boost, postId: post }],
    ['DeletePost', { postId: post }],
    ['DeletePost', { postId: comment }],
    ['RenameAd', { postId: post, adId: ad, title: 'Mine' }],
  ] as const) {
    const { error } = await owner.give(type, data);
    expect([type, rejectionKind(error.code)]).toEqual([type, 'forbidden']);
  }
  for (const [type, data] of [
    ['RenameAd', { postId: post, adId: ad, title: 'Mine' }],
    ['CancelCheckout', { postId: post, adId: ad }],
    ['DeletePost', { postId: comment }],
    ['DeletePost', { postId: post }],
  ] as const) {
    expect([type, await member.give(type, data)]).toMatchObject([type, { ok: true }]);
  }
});

describe.each([
  ['an open campus', false],
  ['a private campus', true],
] as const)('on %s', (_name, isClosed) => {
  beforeAll(async () => {
    if (!isClosed) return;
    const closing = await people.moderator.give('ChangeCampusPrivacy', { campus: 'ou', privacy: 'private' });
    expect(closing).toMatchObject({ ok: true });
    await eventually(async () => (await server.browser().ask('GET', '/api/topics/feed:ou')).status === 403);
  });

  it('[GUARD-01 in part] [GUARD-03 in part] [GUARD-04 in part] [GUARD-05 in part] [GUARD-06] every command is open to those who may give it, and to nobody else', async () => {
    for (const channel of ['http', 'socket'] as const) {
      const doomed = await write(people.owner, 'To be deleted.');
      const sockets = new Map<Role, Awaited<ReturnType<typeof openSocket>>>();
      if (channel === 'socket') for (const role of roles) sockets.set(role, await openSocket(people[role]));
      for (const [type, { open, closed, data }] of commands) {
        const outcomes: Partial<Record<Role, string>> = {};
        for (const role of roles) {
          const actor = people[role].userId;
          const envelope = {
            id: randomUUID(),
            actor,
            type,
            version: commandDefinitions[type]?.version ?? 1,
            data: data({ ...scene, doomed }),
          };
          const code = await (sockets.get(role)?.ask('command', envelope) ?? giveOverHttp(people[role], envelope));
          outcomes[role] = outcomeOf(code);
        }
        expect([channel, type, outcomes]).toEqual([channel, type, isClosed ? (closed ?? open) : open]);
      }
      for (const socket of sockets.values()) socket.close();
    }
  });

  it('[GUARD-01 in part] [GUARD-06] [GUARD-11 in part] nobody gives a command signed out, or banned', async () => {
    for (const [browser, actor] of [
      [server.browser(), people.owner.userId],
      [banned, banned.userId],
    ] as const) {
      const socket = await openSocket(browser);
      for (const [type, { data }] of commands) {
        const envelope = () => ({
          id: randomUUID(),
          actor,
          type,
          version: commandDefinitions[type]?.version ?? 1,
          data: data(scene),
        });
        const codes = [await giveOverHttp(browser, envelope()), await socket.ask('command', envelope())];
        const refusals = codes.filter((code) => ['SIGNED_OUT', 'ACCOUNT_BANNED'].includes(code));
        expect([type, refusals]).toEqual([type, codes]);
      }
      socket.close();
    }
  });

  it('[GUARD-01 in part] [GUARD-06] [CAMP-07 in part] every topic and picture is seen by those who may see it, and by nobody else', async () => {
    for (const [who, browser] of everybody()) {
      const socket = await openSocket(browser);
      for (const [kind, [sight, nameOf]] of topics) {
        const may = maySee(sight, who, isClosed);
        const topic = nameOf(scene);
        const { status } = await browser.ask('GET', `/api/topics/${topic}`);
        const answer = await socket.ask('subscribe', { topic, since: null, floor: null, notBefore: '0'.repeat(16) });
        expect([who, kind, status < 400, answer === MAY]).toEqual([who, kind, may, may]);
      }
      socket.close();
      for (const [address, sight] of [
        [image, 'campus'],
        // Also on a private campus: the reporter has brought it.
        [reported, 'person'],
        [evidence, 'moderators'],
        [face, 'person'],
      ] as const) {
        const { status } = await browser.ask('GET', address);
        expect([who, address, status]).toEqual([who, address, maySee(sight, who, isClosed) ? 200 : 404]);
      }
    }
  });

  it('[GUARD-01 in part] [GUARD-06] [CAMP-07 in part] [SRCH-15 in part] searches and user names find what one may see; sessions are one’s own', async () => {
    for (const [who, browser] of everybody()) {
      const found = async (show: string, words: string, id: string) =>
        isFound(await browser.ask('GET', `/api/search?show=${show}&campus=ou&q=${words}`), id);
      // Who is signed in confirms the address and the school first.
      const maySearch = maySee('campus', who, isClosed) && !WITHOUT_SCHOOL.includes(who);
      const searched = [
        await found('latest', 'sextant', scene.post),
        await found('media', 'sextant', scene.post),
        await found('people', username, people.owner.userId),
      ];
      expect([who, searched]).toEqual([who, [maySearch, maySearch, maySearch]]);

      const named = await browser.ask('GET', `/api/people/by-username/${username}`);
      expect([who, named.status]).toEqual([who, maySee('person', who, isClosed) ? 200 : 404]);

      const isSignedIn = who !== 'visitor' && who !== 'banned';
      const own = await browser.ask('GET', '/api/sessions');
      expect([who, own.status]).toEqual([who, isSignedIn ? 200 : 401]);
      if (!isSignedIn || who === 'owner') continue;
      const [session] = (await people.owner.ask('GET', '/api/sessions')).json.sessions;
      expect(own.text).not.toContain(session.id);
      await browser.ask('DELETE', `/api/sessions/${session.id}`);
      expect([who, (await people.owner.ask('GET', '/api/sessions')).status]).toEqual([who, 200]);
    }
  });
});
