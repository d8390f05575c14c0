import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EFFECT_MARK, EFFECT_PROTOCOL } from '#domain/kernel/effectOverSocket.ts';
import { createHttpServer } from '#server/http/connections.ts';
import { TAKES_NO_COOKIES } from '#server/http/requestContext.ts';
import { createIsSigned } from '#server/http/signedBodies.ts';
import { createSocketQuestions, SOCKET_QUESTIONS_PER_ADDRESS } from '#server/http/socketQuestions.ts';
import { createGuard } from '#server/hub/guard.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import { picture } from '../support/pictures.ts';
import { type RawSocket, rawSocket } from '../support/rawSocket.ts';
import { eventually, PASSWORD, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const WORDS = 'A velocipede for sale';
const SEARCH = '/api/search?show=latest&q=velocipede';

let server: TestServer;
let ada: Student;
let post: string;
beforeAll(async () => {
  server = await testServer({ trustedProxies: 1 });
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  post = await write(ada, WORDS);
  // Slowly: her searches are limited.
  await eventually(async () => {
    await pause(SEARCH_DELAY_MS);
    return (await ada.ask('GET', SEARCH)).json.hits?.length === 1;
  });
});
afterAll(() => server.end());

const cookieOf = ({ cookies }: Pick<Student, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The header that holds a request which changes something. */
const offered = (request: unknown) => ({
  'Sec-WebSocket-Protocol': `${EFFECT_PROTOCOL}, ${EFFECT_MARK}${encodeURIComponent(JSON.stringify(request))}`,
});

/** Opens a socket for a question, as a page of the site does. */
function asked(path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
  const host = `ou.localhost:${server.port}`;
  return rawSocket(server.port, { path, headers: { Host: host, Origin: `http://${host}`, ...headers } });
}

/** The frames of a socket that has ended: opcode and content. */
function framesOf({ received }: RawSocket): readonly (readonly [opcode: number, content: Buffer])[] {
  const all = Buffer.from(received().split('\r\n\r\n').slice(1).join('\r\n\r\n'), 'latin1');
  const frames: (readonly [number, Buffer])[] = [];
  for (let at = 0; at < all.byteLength; ) {
    const [first = 0, second = 0] = all.subarray(at);
    const [begin, size] =
      second === 126
        ? [at + 4, all.readUInt16BE(at + 2)]
        : second === 127
          ? [at + 10, Number(all.readBigUInt64BE(at + 2))]
          : [at + 2, second];
    frames.push([first & 0xf, all.subarray(begin, begin + size)]);
    at = begin + size;
  }
  return frames;
}

/** The status and the JSON of its one message, and the code of its goodbye. */
async function answerOf(socket: RawSocket) {
  await socket.closed;
  const frames = framesOf(socket);
  const text = frames.find(([opcode]) => opcode === 1)?.[1].toString('utf8') ?? '';
  const [, status = '', body = ''] = /^(\d{3}) (.*)$/s.exec(text) ?? [];
  const goodbye = frames.find(([opcode]) => opcode === 8)?.[1].readUInt16BE();
  return { status: Number(status), json: body === '' ? null : JSON.parse(body), goodbye };
}

/** A server whose every question has this answer. */
async function serverOf(answer: RequestListener) {
  const questions = createSocketQuestions({
    originRule: () => true,
    isSigned: createIsSigned(['/api/payments/notices']),
    addressOf: () => 'here',
    userOf: () => null,
    clock: () => new Date(),
    rateShare: null,
    logger: silentLogger,
    guard: createGuard(silentLogger),
  });
  const http = createHttpServer({ shouldUpgradeCallback: questions.admits }, answer);
  const end = questions.attach(http, answer);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    ask: (headers: Readonly<Record<string, string>> = {}) =>
      rawSocket((http.address() as AddressInfo).port, { path: '/api/question', headers }),
    async end() {
      end();
      http.close();
      await once(http, 'close');
    },
  };
}

describe('a question over a socket of its own', () => {
  it.each([
    ['is none of JSON', 'text/html', 9],
    ['is too large', 'application/json', 2 * 1024 * 1024],
  ])('gets no answer that %s, and a goodbye that says so', async (_how, type, bytes) => {
    const { ask, end } = await serverOf((_request, response) => {
      response.setHeader('content-type', type);
      response.end('1'.repeat(bytes));
    });
    expect(await answerOf(await ask())).toEqual({ status: 0, json: null, goodbye: 1_011 });
    await end();
  });

  it('gets a large answer whole, and takes its handlers back when the client leaves', async () => {
    const left = Promise.withResolvers<void>();
    let isFirst = true;
    const large = JSON.stringify('é'.repeat(100_000));
    const { ask, end } = await serverOf((_request, response) => {
      response.setHeader('content-type', 'application/json');
      if (isFirst) response.end(large);
      else response.once('close', left.resolve);
      isFirst = false;
    });
    expect(await answerOf(await ask())).toEqual({ status: 200, json: JSON.parse(large), goodbye: 1_000 });
    (await ask()).tcp.destroy();
    await left.promise;
    await end();
  });

  it('has the answer that it has over HTTP, with the same rights', async () => {
    const cookie = cookieOf(ada);
    const found = await answerOf(await asked(SEARCH, { Cookie: cookie }));
    expect(found).toMatchObject({ status: 200, json: { hits: [{ key: post }] }, goodbye: 1_000 });
    expect(found.json.hits).toEqual((await ada.ask('GET', SEARCH)).json.hits);
    const own = await answerOf(await asked('/api/session', { Cookie: cookie }));
    expect([own.status, own.json.user.id]).toEqual([200, ada.userId]);
    const sessions = [await asked('/api/sessions', { Cookie: cookie }), await asked('/api/sessions')];
    const [mine, visitor] = await Promise.all(sessions.map(answerOf));
    expect([mine?.status, mine?.json.sessions.length, visitor?.status]).toEqual([200, 1, 401]);
  });

  it('is refused in the words of HTTP', async () => {
    const refused = await answerOf(await asked('/api/search?show=latest&q='));
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'REQUEST_INVALID' } }, goodbye: 1_000 });
    expect((await answerOf(await asked('/api/nowhere'))).status).toBe(404);
  });

  it('knows a session by its refresh token alone, and exchanges none: it could not give new cookies', async () => {
    const refreshOnly = [...ada.cookies].filter(([name]) => /refresh/.test(name));
    expect(refreshOnly.length).toBe(1);
    const socket = await asked('/api/session', { Cookie: cookieOf({ cookies: new Map(refreshOnly) }) });
    expect((await answerOf(socket)).json.user.id).toBe(ada.userId);
    expect(socket.received()).not.toMatch(/set-cookie/i);
    const marks: unknown[] = [];
    const { ask, end } = await serverOf((_request, response) => {
      marks.push((response as ServerResponse & { locals: Record<string, unknown> }).locals[TAKES_NO_COOKIES]);
      response.end();
    });
    expect((await answerOf(await ask())).status).toBe(200);
    expect(marks).toEqual([true]);
    await end();
  });

  it('may change something, by what stands in its handshake: the answer sets the cookies, and has the rights of HTTP', async () => {
    const effect = (request: unknown, headers: Readonly<Record<string, string>> = {}, path = '/api/session') =>
      asked(path, { ...offered(request), ...headers });
    const cookiesOf = (socket: RawSocket) =>
      [...socket.received().matchAll(/^Set-Cookie: ([^=;]+)=([^;]*)(.*)$/gim)].map(
        ([, name = '', value = '', rest = '']) => ({ name, value, rest }),
      );
    const wrong = await effect({ method: 'POST', body: { email: ada.email, password: 'not-(hers)é' } });
    expect([(await answerOf(wrong)).status, cookiesOf(wrong)]).toEqual([401, []]);
    const socket = await effect({ method: 'POST', body: { email: ada.email, password: PASSWORD } });
    const { status, json, goodbye } = await answerOf(socket);
    expect([status, json.user.id, goodbye]).toEqual([200, ada.userId, 1_000]);
    expect(socket.received()).toMatch(/^Sec-WebSocket-Protocol: quad\.effect\r$/m);
    const cookies = cookiesOf(socket);
    expect(cookies.length).toBeGreaterThan(1);
    expect(cookies.every(({ rest }) => /HttpOnly/i.test(rest))).toBe(true);
    const cookie = cookieOf({ cookies: new Map(cookies.map(({ name, value }) => [name, value])) });
    expect((await answerOf(await asked('/api/session', { Cookie: cookie }))).json.user.id).toBe(ada.userId);
    const ended = await effect({ method: 'DELETE' }, { Cookie: cookie });
    expect([(await answerOf(ended)).json, cookiesOf(ended).every(({ value }) => value === '')]).toEqual([
      { user: null },
      true,
    ]);
    expect((await answerOf(await asked('/api/session', { Cookie: cookie }))).json.user).toBeNull();
    const visitor = await effect({ method: 'POST', body: {} }, {}, '/api/commands');
    expect((await answerOf(visitor)).status).toBeGreaterThanOrEqual(400);
  });

  it('does once what a proxy sends twice: the repeat of a handshake has the answer of the first', async () => {
    const eve = await signUpMember(server, 'eve', await picture(50, 50));
    const logIn = (key: string) =>
      asked('/api/session', {
        ...offered({ method: 'POST', body: { email: eve.email, password: PASSWORD } }),
        'Sec-WebSocket-Key': Buffer.from(key.padEnd(16)).toString('base64'),
      });
    const sessions = async () => (await eve.ask('GET', '/api/sessions')).json.sessions.length;
    const twins = await Promise.all([logIn('one'), logIn('one')]);
    const later = await logIn('one');
    const answers = await Promise.all([...twins, later].map(answerOf));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set([...twins, later].map((socket) => socket.received()))).toEqual(new Set([later.received()]));
    expect(later.received()).toMatch(/^Set-Cookie: /m);
    expect(await sessions()).toBe(2);
    // Somebody who does the same again draws another key.
    expect((await answerOf(await logIn('two'))).status).toBe(200);
    expect(await sessions()).toBe(3);
  });

  it('does to its end what it has begun: a repeat has the answer that the cut connection did not take', async () => {
    let asked = 0;
    const { ask, end } = await serverOf((request, response) => {
      asked += 1;
      request.socket.destroy();
      setImmediate(() => {
        response.setHeader('content-type', 'application/json');
        response.end(String(asked));
      });
    });
    const same = offered({ method: 'PUT' });
    expect((await ask(same)).received()).toBe('');
    expect(await answerOf(await ask(same))).toEqual({ status: 200, json: 1, goodbye: 1_000 });
    await ask(offered({ method: 'DELETE' }));
    expect(asked).toBe(2);
    await end();
  });

  it('changes nothing from a page of another site, by another method or body, where signed bytes are asked for, where an answer may be held, or at length', async () => {
    const cookie = cookieOf(ada);
    for (const [request, headers, path] of [
      [{ method: 'DELETE' }, { Origin: 'https://evil.example' }, '/api/session'],
      [{ method: 'GET' }, {}, '/api/session'],
      [{ method: 'POST', body: 'text' }, {}, '/api/session'],
      [{ method: 'POST', body: {}, more: 1 }, {}, '/api/session'],
      [{ method: 'POST', body: { text: 'x'.repeat(6_000) } }, {}, '/api/session'],
      [{ method: 'POST', body: {} }, {}, '/api/payments/notices'],
      [{ method: 'POST', body: {} }, {}, '/api/payments/Notices/?more'],
      [{ method: 'POST', body: {} }, {}, '/api/live'],
      [{ method: 'POST', body: {} }, {}, '/api/Live/'],
      [null, { 'Sec-WebSocket-Protocol': 'quad.effect, quad.effect.%' }, '/api/session'],
      [null, { 'Sec-WebSocket-Protocol': 'another' }, '/api/session'],
    ] as const) {
      const socket = await asked(path, { Cookie: cookie, ...offered(request), ...headers });
      expect(socket.received()).toMatch(/^HTTP\/1\.1 (200|404)/);
      socket.tcp.destroy();
    }
    expect((await answerOf(await asked('/api/session', { Cookie: cookie }))).json.user.id).toBe(ada.userId);
  });

  it('is answered as ever, and by no socket, from a page of another site, for a page, and with a body', async () => {
    for (const [path, headers] of [
      [SEARCH, { Origin: 'https://evil.example' }],
      ['/home', {}],
      [SEARCH, { 'Content-Length': '2' }],
      [SEARCH, { 'Sec-WebSocket-Version': '8' }],
    ] as const) {
      const socket = await asked(path, { ...headers });
      expect(socket.received()).toMatch(/^HTTP\/1\.1 (200|400|404)/);
      socket.tcp.destroy();
    }
  });

  it('ends a client that goes on to send, and the server as it closes', async () => {
    const flooding = await asked(SEARCH);
    for (let piece = 0; piece < 4; piece += 1) flooding.tcp.write(Buffer.alloc(1_024, 1));
    await flooding.closed;
    const other = await testServer();
    const host = `ou.localhost:${other.port}`;
    const idle = await rawSocket(other.port, {
      path: '/api/session',
      headers: { Host: host, Origin: `http://${host}` },
    });
    await Promise.all([idle.closed, other.end()]);
  });

  it('counts for the limit of its network address; one that is signed in has a share of its own', async () => {
    const from = (address: string, cookie = '') =>
      asked('/api/session', { 'X-Forwarded-For': address, ...(cookie !== '' && { Cookie: cookie }) });
    let taken = 0;
    for (; taken <= SOCKET_QUESTIONS_PER_ADDRESS.burst * 2; taken += 1) {
      const socket = await from('203.0.113.9');
      const isUpgraded = socket.received().startsWith('HTTP/1.1 101');
      socket.tcp.destroy();
      if (!isUpgraded) break;
    }
    expect(taken).toBeGreaterThanOrEqual(SOCKET_QUESTIONS_PER_ADDRESS.burst);
    expect(taken).toBeLessThanOrEqual(SOCKET_QUESTIONS_PER_ADDRESS.burst * 2);
    expect((await answerOf(await from('203.0.113.9', cookieOf(ada)))).json.user.id).toBe(ada.userId);
    expect((await answerOf(await from('203.0.113.10'))).status).toBe(200);
  });
});
