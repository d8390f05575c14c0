import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientCommandMap } from '#domain/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { callControl } from '#server/roles/control.ts';
import type { Browser } from './support/browser.ts';
import { controlOf } from './support/control.ts';
import { picture } from './support/pictures.ts';
import { type RawSocket, rawSocket } from './support/rawSocket.ts';
import {
  eventually,
  postIdOf,
  type Student,
  signUp,
  signUpConfirmed,
  signUpMember,
  write,
  written,
} from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/**
 * The access matrix: every role, every command of clients, every topic, every kind of media address, on an open and on a
 * private campus, over HTTP and over the socket. It is complete by type: a new command or topic has to say who may.
 */

/** Denials for want of a right; any other outcome of a command is that of somebody who may. */
const DENIALS = [
  ...['SIGNED_OUT', 'EMAIL_NOT_CONFIRMED', 'SCHOOL_NOT_VERIFIED', 'OTHER_CAMPUS', 'CAMPUS_PRIVATE'],
  ...['NOT_ALLOWED', 'NOT_YOUR_POST', 'ACCOUNT_BANNED'],
];
const MAY = 'may';

/** `owner` has written the post and is a member of its campus, `guest` is a member of another one. */
const roles = ['unconfirmed', 'confirmed', 'guest', 'member', 'owner', 'moderator'] as const;
type Role = (typeof roles)[number];
type Row = Readonly<Record<Role, string>>;

const row = (unconfirmed: string, confirmed: string, guest: string, member: string, owner: string, moderator: string) =>
  ({ unconfirmed, confirmed, guest, member, owner, moderator }) satisfies Row;

const unproven = 'EMAIL_NOT_CONFIRMED';
const OWN_ACCOUNT = row(unproven, MAY, MAY, MAY, MAY, MAY);
const MODERATORS = row(unproven, 'NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED', 'NOT_ALLOWED', MAY);
const MEMBERS = row(unproven, 'SCHOOL_NOT_VERIFIED', 'OTHER_CAMPUS', MAY, MAY, 'SCHOOL_NOT_VERIFIED');
const AUTHOR = row('NOT_YOUR_POST', 'NOT_YOUR_POST', 'NOT_YOUR_POST', 'NOT_YOUR_POST', MAY, 'NOT_YOUR_POST');
/** On things of a campus, while it is open to the person. */
const READERS = OWN_ACCOUNT;
const READERS_OF_PRIVATE = row(unproven, 'CAMPUS_PRIVATE', 'CAMPUS_PRIVATE', MAY, MAY, 'CAMPUS_PRIVATE');

let server: TestServer;
let people: Readonly<Record<Role, Student>>;
let victim: Student;
let banned: Student;
let post: string;
let doomed: string;
let image: string;
let face: string;

/** Who may give a command: on an open campus, and where it differs on a private one; and what is sent. */
interface CommandRow {
  readonly open: Row;
  readonly closed?: Row;
  readonly data: () => object;
}

const own = (data: object): CommandRow => ({ open: OWN_ACCOUNT, data: () => data });
const moderators = (data: () => object): CommandRow => ({ open: MODERATORS, data });
const readers = (data: () => object): CommandRow => ({ open: READERS, closed: READERS_OF_PRIVATE, data });
const text = written('A lamp.');

const commands: Readonly<Record<keyof ClientCommandMap, CommandRow>> = {
  RequestEmailCode: { open: { ...OWN_ACCOUNT, unconfirmed: MAY }, data: () => ({}) },
  RequestSchoolCode: own({ campus: 'ou', email: 'nobody@mail.example' }),
  JoinWithConfirmedEmail: own({ campus: 'ou', email: 'president@ou.edu' }),
  RequestEmailChange: own({ email: 'no address' }),
  ChangeUsername: own({ username: 'x' }),
  ChangeProfilePicture: own({ picture: { kind: 'image', name: `${randomUUID()}.webp`, width: 4, height: 3 } }),
  ChangeBio: own({ bio: 'Hello.' }),
  ChangeName: own({ firstName: 'Ada', lastName: 'Lovelace' }),
  ChangeGraduationYear: own({ year: 2028 }),
  RemoveGraduationYear: own({}),
  ChangePhone: own({ phone: '+1 405 555 0134' }),
  ChangeGender: own({ gender: 'other' }),
  ChangeBirthDate: own({ year: 2004, month: 2, day: 29 }),
  ChangeEmailNotifications: own({ wanted: false }),
  DismissTips: own({}),
  GiveFeedback: { open: { ...OWN_ACCOUNT, unconfirmed: MAY }, data: () => ({ text: 'More maps, please.' }) },
  CreatePost: { open: MEMBERS, data: () => ({ text, media: [], category: 'all' }) },
  AddComment: { open: MEMBERS, data: () => ({ text, media: [], root: post, parent: post }) },
  EditPost: { open: AUTHOR, data: () => ({ text, media: [], postId: doomed }) },
  DeletePost: { open: AUTHOR, data: () => ({ postId: doomed }) },
  SavePost: readers(() => ({ postId: post })),
  UnsavePost: { open: OWN_ACCOUNT, data: () => ({ postId: post }) },
  ReportPost: readers(() => ({ postId: post, reason: 'scam', text: '' })),
  ReportPerson: readers(() => ({ userId: people.owner.userId, reason: 'scam', text: '' })),
  RemovePost: moderators(() => ({ postId: randomUUID(), reason: 'scam' })),
  TakeCase: moderators(() => ({ caseId: post })),
  ReleaseCase: moderators(() => ({ caseId: post })),
  DismissCase: moderators(() => ({ caseId: randomUUID() })),
  BanPerson: moderators(() => ({ userId: victim.userId, reason: 'scam', note: '', about: victim.userId })),
  LiftBan: moderators(() => ({ userId: victim.userId, reason: 'mistake' })),
  ChangeCampusPrivacy: moderators(() => ({ campus: 'smu', privacy: 'public' })),
};

/** Who may join a topic. */
type Sight = 'all' | 'campus' | 'person' | 'owner' | 'moderators';

const topics: Readonly<Record<keyof typeof topicName, readonly [Sight, () => string]>> = {
  me: ['owner', () => topicName.me(people.owner.userId)],
  person: ['person', () => topicName.person(people.owner.userId)],
  campus: ['campus', () => topicName.campus('ou')],
  community: ['all', () => topicName.community('ou')],
  feed: ['campus', () => topicName.feed('ou')],
  post: ['campus', () => topicName.post(post)],
  replies: ['campus', () => topicName.replies(post, randomUUID())],
  latest: ['campus', () => topicName.latest(post)],
  wall: ['campus', () => topicName.wall('ou', people.owner.userId)],
  wallPhotos: ['campus', () => topicName.wallPhotos('ou', people.owner.userId)],
  wallReplies: ['campus', () => topicName.wallReplies('ou', people.owner.userId)],
  likes: ['campus', () => topicName.likes('ou', people.owner.userId)],
  saved: ['owner', () => topicName.saved('ou', people.owner.userId)],
  bans: ['moderators', () => topicName.bans('standing')],
  cases: ['moderators', () => topicName.cases('open')],
  casesOf: ['moderators', () => topicName.casesOf(people.moderator.userId)],
  reports: ['moderators', () => topicName.reports(post)],
  audit: ['moderators', () => topicName.audit('all')],
  feedback: ['moderators', () => topicName.feedback('ou')],
};

function maySee(sight: Sight, who: Role | 'visitor' | 'banned', isClosed: boolean): boolean {
  const isMember = who === 'member' || who === 'owner';
  if (sight === 'all') return true;
  if (sight === 'owner' || sight === 'moderators') return who === (sight === 'owner' ? 'owner' : 'moderator');
  return !isClosed || isMember || (sight === 'person' && who === 'moderator');
}

beforeAll(async () => {
  const rate = { perMinute: 100_000, burst: 100_000 };
  const rates = {
    ...{ commandsPerUser: rate, commandsPerAddress: rate, requestsPerAddress: rate, handshakesPerAddress: rate },
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
  victim = await signUp(server, 'victim');
  banned = await signUpMember(server, 'banned', picture_);
  await callControl(await controlOf(server.dataDir), 'moderator', { email: people.moderator.email, remove: false });
  const id = randomUUID();
  const upload = await owner.ask('PUT', `/api/uploads/posts/${postIdOf(owner, id)}`, { raw: picture_ });
  post = await write(owner, 'A lamp.', { media: [upload.json.media] }, id);
  image = `/images/posts/${post}/${upload.json.media.name}`;
  const found = await owner.ask('GET', `/api/topics/person:${owner.userId}`);
  face = `/images/profilePics/${owner.userId}/${/"name":"([^"]+\.\w+)"/.exec(found.text)?.[1]}`;
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

const codeOf = (answer: { readonly ok?: boolean; readonly error?: { readonly code: string } }) => {
  const code = answer.ok === true ? MAY : (answer.error?.code ?? 'no answer');
  return DENIALS.includes(code) ? code : MAY;
};

/** Sends over a socket; its answers come by the number of the message. */
async function openSocket(student: Student) {
  const origin = `ou.localhost:${server.port}`;
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
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

  it('[GUARD-01 in part] [GUARD-04 in part] [GUARD-06] every command is open to those who may give it, and to nobody else', async () => {
    for (const channel of ['http', 'socket'] as const) {
      doomed = await write(people.owner, 'To be deleted.');
      const sockets = new Map<Role, Awaited<ReturnType<typeof openSocket>>>();
      if (channel === 'socket') for (const role of roles) sockets.set(role, await openSocket(people[role]));
      for (const [type, { open, closed, data }] of Object.entries(commands)) {
        const outcomes: Partial<Record<Role, string>> = {};
        for (const role of roles) {
          const { userId } = people[role];
          const envelope = { id: randomUUID(), actor: userId, type, version: 1, data: data() };
          const code = await sockets.get(role)?.ask('command', envelope);
          outcomes[role] =
            code === undefined ? codeOf(await people[role].give(type, data())) : DENIALS.includes(code) ? code : MAY;
        }
        expect([channel, type, outcomes]).toEqual([channel, type, isClosed ? (closed ?? open) : open]);
      }
      for (const socket of sockets.values()) socket.close();
    }
  });

  it('[GUARD-01 in part] [GUARD-11 in part] nobody gives a command signed out, or banned', async () => {
    for (const [type, { data }] of Object.entries(commands)) {
      for (const [browser, actor] of [
        [server.browser(), people.owner.userId],
        [banned, banned.userId],
      ] as const) {
        const body = { id: randomUUID(), actor, type, version: 1, data: data() };
        const code = codeOf((await browser.ask('POST', '/api/commands', { body })).json);
        expect([type, ['SIGNED_OUT', 'ACCOUNT_BANNED'].includes(code)]).toEqual([type, true]);
      }
    }
  });

  it('[GUARD-06] [CAMP-07 in part] every topic and picture is seen by those who may see it, and by nobody else', async () => {
    const readers: readonly (readonly [Role | 'visitor' | 'banned', Browser])[] = [
      ...roles.map((role) => [role, people[role]] as const),
      ['visitor', server.browser()],
      ['banned', banned],
    ];
    for (const [who, browser] of readers) {
      const isStudent = who !== 'visitor' && who !== 'banned';
      const socket = isStudent ? await openSocket(people[who]) : null;
      for (const [kind, [sight, name]] of Object.entries(topics)) {
        const may = maySee(sight, who, isClosed);
        const { status } = await browser.ask('GET', `/api/topics/${name()}`);
        expect([who, kind, 'http', status < 400]).toEqual([who, kind, 'http', may]);
        const question = { topic: name(), since: null, floor: null, notBefore: '0'.repeat(16) };
        const answer = (await socket?.ask('subscribe', question)) ?? (may ? MAY : 'no socket');
        expect([who, kind, 'socket', answer === MAY]).toEqual([who, kind, 'socket', may]);
      }
      socket?.close();
      for (const [address, sight] of [
        [image, 'campus'],
        [face, 'person'],
      ] as const) {
        const { status } = await browser.ask('GET', address);
        expect([who, address, status]).toEqual([who, address, maySee(sight, who, isClosed) ? 200 : 404]);
      }
    }
  });
});
