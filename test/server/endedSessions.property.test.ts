import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { callControl } from '#server/roles/control.ts';
import type { Browser } from './support/browser.ts';
import { controlOf } from './support/control.ts';
import { type RawSocket, rawSocket } from './support/rawSocket.ts';
import { eventually, PASSWORD, type Student, signUpConfirmed } from './support/student.ts';
import { type TestServer, testServer } from './support/testServer.ts';

/** Pinned: a failure prints the path to its counterexample. */
const SEED = 20_261_123;
const STORIES = 14;
/** Acts of a story. A password is changed, and a mailbox is mailed to, less often than their limits allow. */
const ACTS_MIN = 12;
const ACTS_MAX = 18;
/** Browsers of one person that are signed in at a time. */
const BROWSERS = 3;
/** Milliseconds; the machine may be busy. */
const TIMEOUT_MS = 240_000;

/** Ways in, and ways of ending a session. */
const ACTS = [
  ...['sign in', 'sign in', 'sign in', 'sign in', 'sign in again'],
  ...[
    'log out',
    'log out others',
    'log out one',
    'change password',
    'reset password',
    'ban',
    'lift',
    'lift',
    'leave',
    'stay',
  ],
] as const;
const act = fc.record({ what: fc.constantFrom(...ACTS), who: fc.nat(1), which: fc.nat(99), other: fc.nat(99) });
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

let server: TestServer;
let moderator: Student;
let networks = 0;
beforeAll(async () => {
  // Each browser says which network address it comes from.
  server = await testServer({ trustedProxies: 1 });
  moderator = await signUpConfirmed({ browser: () => onNetwork(newNetwork()) }, 'mo');
  await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
});
afterAll(() => server.end());

type Network = Readonly<Record<string, string>>;

function newNetwork(): Network {
  networks += 1;
  return { 'x-forwarded-for': `10.1.${networks >> 8}.${networks & 255}` };
}

function onNetwork(from: Network): Browser {
  const browser = server.browser();
  return {
    ...browser,
    ask: (method, path, ask = {}) => browser.ask(method, path, { ...ask, headers: { ...from, ...ask.headers } }),
  };
}

interface Person {
  readonly userId: string;
  readonly email: string;
  password: string;
  isBanned: boolean;
  isLeaving: boolean;
}

/** A session with the cookies that somebody has copied while it stood. */
interface Session {
  readonly id: string;
  readonly of: Person;
  readonly browser: Browser;
  readonly copied: string;
  readonly socket: RawSocket;
}

const subscription = (id: number, topic: string) =>
  `42${id}["subscribe",{"topic":"${topic}","since":null,"floor":null,"notBefore":"0000000000000000"}]`;

/** A socket with these cookies that follows a public and a private topic. @returns it, and whether the latter was given */
async function follow(cookies: string, topics: readonly [open: string, own: string]) {
  const origin = `ou.localhost:${server.port}`;
  const headers = { Host: origin, Origin: `http://${origin}`, Cookie: cookies, ...newNetwork() };
  const socket = await rawSocket(server.port, { headers });
  await socket.until('0{"sid"');
  socket.write('40');
  await socket.until('42["progress"');
  socket.write(subscription(1, topics[0]), subscription(2, topics[1]));
  await Promise.all([socket.until('431[{"ok":true'), socket.until('432[{"ok":')]);
  return { socket, isOwn: socket.received().includes('432[{"ok":true') };
}

const cookiesOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Everything that a copy of the cookies is good for, in words; empty: for nothing. */
async function goodFor({ copied, of: { userId } }: Session, open: string): Promise<readonly string[]> {
  const browser = onNetwork(newNetwork());
  const ask = (method: string, path: string, body?: unknown) =>
    browser.ask(method, path, { headers: { cookie: copied }, ...(body === undefined ? {} : { body }) });
  const session = await ask('GET', '/api/session');
  const own = await ask('GET', `/api/topics/me:${userId}`);
  const list = await ask('GET', '/api/sessions');
  const command = { id: randomUUID(), actor: userId, type: 'DismissTips', version: 1, data: {} };
  const given = await ask('POST', '/api/commands', command);
  const { socket, isOwn } = await follow(copied, [open, `me:${userId}`]);
  socket.tcp.destroy();
  const found = {
    'a session': session.json.user !== null,
    'an account': own.status === 200,
    'a list of sessions': list.status === 200,
    'a command': given.json.ok === true,
    'new cookies': session.headers['set-cookie']?.some((line) => /=[^;]/.test(line)) === true,
    'a topic over the socket': isOwn,
  };
  return Object.entries(found).flatMap(([what, isGood]) => (isGood ? [what] : []));
}

/** A random story of two people and their browsers, beside a plain list of the sessions that should stand. */
class Story {
  readonly #people: Person[] = [];
  #standing: Session[] = [];
  readonly #ended: { readonly session: Session; readonly turn: number }[] = [];
  readonly #crier: Student;
  readonly reached = new Map<string, number>();
  /** Words that go over the sockets, with the turn in which they do. */
  readonly #cried: { readonly turn: number; readonly text: string }[] = [];
  #turn = 0;

  constructor(crier: Student, people: readonly Student[]) {
    this.#crier = crier;
    for (const { userId, email } of people) {
      this.#people.push({ userId, email, password: PASSWORD, isBanned: false, isLeaving: false });
    }
  }

  /** Signs in, with the browser of a session or a new one. */
  async #signIn(of: Person, browser: Browser): Promise<void> {
    const answer = await browser.ask('POST', '/api/session', { body: { email: of.email, password: of.password } });
    expect(answer.status).toBe(of.isBanned ? 403 : 200);
    if (of.isBanned) return;
    const { sessions } = (await browser.ask('GET', '/api/sessions')).json;
    const { id } = sessions.find(({ isThis }: { isThis: boolean }) => isThis);
    const copied = cookiesOf(browser);
    const { socket, isOwn } = await follow(copied, [`person:${this.#crier.userId}`, `me:${of.userId}`]);
    expect(isOwn).toBe(true);
    this.#standing.push({ id, of, browser, copied, socket });
  }

  /** Carries an act out. @returns the sessions that it ends; `null`: there is nothing to do */
  async #play({ what, who, which, other }: Act): Promise<readonly Session[] | null> {
    const person = this.#people[who] as Person;
    const own = this.#standing.filter(({ of }) => of === person);
    const [one, another] = [own[which % own.length], own[other % own.length]];
    const ok = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBe(200);
    const proof = { id: randomUUID(), password: person.password };
    const password = `another-word-${this.#turn}`;
    switch (what) {
      case 'sign in':
        if (own.length >= BROWSERS) return null;
        await this.#signIn(person, onNetwork(newNetwork()));
        return [];
      case 'lift':
        if (!person.isBanned) return null;
        expect(await moderator.give('LiftBan', { userId: person.userId, reason: 'mistake' })).toMatchObject({
          ok: true,
        });
        person.isBanned = false;
        return [];
      case 'ban': {
        if (person.isBanned) return null;
        const data = { userId: person.userId, reason: 'scam', note: '', about: person.userId };
        expect(await moderator.give('BanPerson', data)).toMatchObject({ ok: true });
        person.isBanned = true;
        return own;
      }
      case 'reset password': {
        if (person.isBanned) return null;
        const browser = onNetwork(newNetwork());
        const { email } = person;
        expect((await browser.ask('POST', '/api/password-resets', { body: { email } })).status).toBe(202);
        const { mails } = (await browser.ask('GET', '/dev/mail', { headers: { accept: 'application/json' } })).json;
        const mail = mails.find(({ to, text }: Record<string, string>) => to === email && text?.includes('#token='));
        const token = /#token=(\S+)/.exec(mail.text)?.[1];
        const body = { id: randomUUID(), email, token, password };
        const answer = await browser.ask('POST', '/api/password-resets/use', { body });
        // Also in the days of grace: the person who reads the mails may come back.
        expect(answer.status).toBe(200);
        person.password = password;
        return own;
      }
      default:
        break;
    }
    if (one === undefined || another === undefined) return null;
    switch (what) {
      case 'sign in again':
        await this.#signIn(person, one.browser);
        return [one];
      case 'log out':
        await ok(one.browser.ask('DELETE', '/api/session'));
        return [one];
      case 'log out others':
        await ok(one.browser.ask('DELETE', '/api/sessions'));
        return own.filter((each) => each !== one);
      case 'log out one':
        await ok(one.browser.ask('DELETE', `/api/sessions/${another.id}`));
        return [another];
      case 'change password': {
        if (person.isLeaving) return null;
        const body = { id: randomUUID(), current: person.password, password };
        await ok(one.browser.ask('POST', '/api/password', { body }));
        person.password = password;
        return own.filter((each) => each !== one);
      }
      case 'leave':
        if (person.isLeaving) return null;
        await ok(one.browser.ask('POST', '/api/account/deletion', { body: proof }));
        person.isLeaving = true;
        return own;
      case 'stay': {
        if (!person.isLeaving) return null;
        const command = { id: randomUUID(), actor: person.userId, type: 'CancelDeletion', version: 1, data: {} };
        await ok(one.browser.ask('POST', '/api/commands', { body: command }));
        person.isLeaving = false;
        return [];
      }
      default:
        throw new Error(`Unknown act: ${what}`);
    }
  }

  /** Something happens, to everybody and to each person, and those who are signed in hear of it. */
  async #cry(): Promise<void> {
    const word = `canary-${this.#turn}.`;
    const heard = new Map<Person, string>();
    for (const person of this.#people) {
      const session = this.#standing.find(({ of }) => of === person);
      if (session === undefined || person.isLeaving) continue;
      const phone = `+1 405 555 ${1_000 + this.#turn}`;
      const command = { id: randomUUID(), actor: person.userId, type: 'ChangePhone', version: 1, data: { phone } };
      expect((await session.browser.ask('POST', '/api/commands', { body: command })).json).toMatchObject({ ok: true });
      heard.set(person, phone);
      this.#cried.push({ turn: this.#turn, text: phone });
    }
    expect(await this.#crier.give('ChangeBio', { bio: word })).toMatchObject({ ok: true });
    for (const { socket, of } of this.#standing) {
      await socket.until(word);
      await socket.until(heard.get(of) ?? word);
    }
    this.#cried.push({ turn: this.#turn, text: word });
  }

  async play(acts: readonly Act[]): Promise<void> {
    const open = `person:${this.#crier.userId}`;
    for (const person of this.#people) {
      for (const _ of [1, 2]) await this.#signIn(person, onNetwork(newNetwork()));
    }
    for (const each of acts) {
      this.#turn += 1;
      const ends = await this.#play(each);
      if (ends === null) continue;
      this.#standing = this.#standing.filter((session) => !ends.includes(session));
      this.#ended.push(...ends.map((session) => ({ session, turn: this.#turn })));
      if (ends.length > 0) this.reached.set(each.what, (this.reached.get(each.what) ?? 0) + 1);
      // A ban ends the sessions right after its answer; no command is taken and no row given meanwhile.
      if (each.what === 'ban') await Promise.all(ends.map((session) => this.#isOver(session)));
      await this.#cry();
      for (const session of ends) expect([each.what, await goodFor(session, open)]).toEqual([each.what, []]);
    }
    // Nothing of what came later has made an ended session good again, nor ended one that stands.
    for (const { session, turn } of this.#ended) {
      await session.socket.closed;
      const text = session.socket.received();
      expect(this.#cried.filter((cried) => cried.turn >= turn && text.includes(cried.text))).toEqual([]);
      expect(await goodFor(session, open)).toEqual([]);
    }
    for (const { browser, of, socket } of this.#standing) {
      expect((await browser.ask('GET', '/api/session')).json.user).toEqual({ id: of.userId });
      socket.tcp.destroy();
    }
  }

  #isOver({ copied }: Session): Promise<boolean> {
    const ask = () => onNetwork(newNetwork()).ask('GET', '/api/session', { headers: { cookie: copied } });
    return eventually(async () => (await ask()).json.user === null);
  }
}

it(
  '[AUTH-31] [GUARD-11] [P8] a session that was ended in any way gets nothing more over HTTP and socket, in any story of accounts',
  async () => {
    const reached = new Map<string, number>();
    let stories = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: ACTS_MIN, maxLength: ACTS_MAX }), async (acts) => {
        stories += 1;
        const join = (word: string) =>
          signUpConfirmed({ browser: () => onNetwork(newNetwork()) }, `${word}.${stories}`);
        const story = new Story(await join('crier'), [await join('ada'), await join('bob')]);
        await story.play(acts);
        for (const [what, count] of story.reached) reached.set(what, (reached.get(what) ?? 0) + count);
      }),
      // Each try signs people up: a story that fails is short enough as it is.
      { seed: SEED, numRuns: STORIES, endOnFailure: true },
    );
    // The property says something only if each way of ending has ended a session.
    const ways = ['sign in again', 'log out', 'log out others', 'log out one', 'change password', 'reset password'];
    expect([...ways, 'ban', 'leave'].filter((way) => !reached.has(way))).toEqual([]);
  },
  TIMEOUT_MS,
);
