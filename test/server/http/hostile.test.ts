import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { commandDefinitions } from '#domain/registry.ts';
import { refusalSchema } from '#projections/sync/protocol.ts';
import { commandRates } from '#server/nouns.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { hostileValues } from '../support/hostileValues.ts';
import { picture, pngBomb, turnedPhoto } from '../support/pictures.ts';
import { type Student, signUp, signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let bob: Student;
beforeAll(async () => {
  // Behind a proxy, so that the commands come from many addresses: a brake would keep them from their target.
  server = await testServer({ trustedProxies: 1 });
  ada = await signUpConfirmed(server, 'hostile');
  bob = await signUp(server, 'victim');
});
afterAll(async () => {
  await server.end();
});

/** A refusal as every client can show it: 4xx, a code, a text, one message each (SHEL-16). */
function expectRefused(answer: Answer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(refusalSchema.parse(answer.json.error).text).not.toMatch(/\{\w+\}/);
  expect(answer.json.errors[0]).toEqual({ msg: answer.json.error.text });
}

/** Sends as many commands as the rate limits let through, each of a user and from an address that are not limited yet. */
async function give(type: string, data: unknown, change: object = {}): Promise<Answer> {
  const student = await fresh(type);
  const body = { id: randomUUID(), actor: student.userId, type, version: 1, data, ...change };
  const answer = await student.ask('POST', '/api/commands', { body, headers: { 'x-forwarded-for': address() } });
  expect(answer.status).not.toBe(429);
  return answer;
}

/** The address of the present use. */
const address = () => `10.0.${Math.floor(uses / 250)}.${1 + (uses % 250)}`;

/** A browser of an address: all sign-ups from one would be too many. */
function behind(browser: Browser, from: string): Browser {
  return {
    ...browser,
    ask: (method, path, ask = {}) =>
      browser.ask(method, path, { ...ask, headers: { 'x-forwarded-for': from, ...ask.headers } }),
  };
}

/** Commands of one user before the next one takes over: fewer than all commands together may be at once. */
const USES = 50;
let uses = 0;
let left = USES;
async function fresh(type: string): Promise<Student> {
  const bursts = commandRates
    .filter(({ commands }) => (commands as readonly string[]).includes(type))
    .map(({ rate }) => rate.burst);
  const most = Math.min(USES, ...bursts);
  uses += 1;
  left = Math.min(left, most);
  if (left === 0) {
    const from = address();
    ada = await signUpConfirmed({ browser: () => behind(server.browser(), from) }, `hostile${uses}`);
    left = most;
  }
  left -= 1;
  return ada;
}

describe('hostile commands', () => {
  const types = Object.keys(commandDefinitions);

  it.each(types)('%s: every field missing, extra, of a wrong type, over-long or hostile is refused', async (type) => {
    const fields = Object.keys(commandDefinitions[type]?.schema.shape ?? {});
    expectRefused(await give(type, { unknown: true }));
    expectRefused(await give(type, []));
    for (const field of fields) {
      for (const value of hostileValues) {
        const data = Object.fromEntries(fields.map((name) => [name, name === field ? value : 'x']));
        const answer = await give(type, data);
        // Some of the strings are odd but lawful where free text belongs; a yes or no is lawful where one belongs.
        const isAnswer =
          typeof value === 'boolean' && commandDefinitions[type]?.schema.safeParse(data).success === true;
        if (answer.status !== 200 || (typeof value !== 'string' && !isAnswer)) expectRefused(answer);
      }
    }
  });

  it.each([
    ['an id that is no UUID', { id: '../../x' }],
    ['another actor', { actor: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }],
    ['no actor', { actor: null }],
    ['a fractional version', { version: 1.5 }],
    ['an unknown version', { version: 99 }],
    ['an unknown type', { type: '__proto__' }],
    ['an unknown key', { admin: true }],
  ])('refuses %s', async (_name, change) => {
    expectRefused(await give('ChangeBio', { bio: 'x' }, change));
  });

  it("refuses to write for somebody else's account", async () => {
    const answer = await give('ChangeBio', { bio: 'x' }, { actor: bob.userId });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'ACTOR_MISMATCH']);
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses the key %s beside good ones', async (key) => {
    const body = `{"id":"${randomUUID()}","actor":"${ada.userId}","type":"ChangeBio","version":1,`;
    const raw = Buffer.from(`${body}"data":{"bio":"x","${key}":{"admin":true}}}`);
    const answer = await ada.ask('POST', '/api/commands', { raw, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.json.error.code]).toEqual([400, 'COMMAND_INVALID']);
  });

  it.each([
    ['lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`],
  ])('survives a body of deeply nested %s', async (_name, json) => {
    const body = Buffer.from(`{"id":"${randomUUID()}","data":${json}}`);
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/api/commands', '/api/session', '/api/registration']) {
      expectRefused(await ada.ask('POST', path, { raw: body, headers }));
    }
  });

  it('refuses a rich text 50,000 levels deep', async () => {
    const raw = Buffer.from(`{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    const answer = await ada.ask('POST', '/api/commands', { raw, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.json.error.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('hostile requests', () => {
  const routes = [
    ['POST', '/api/session'],
    ['POST', '/api/registration'],
    ['POST', '/api/verification'],
    ['POST', '/api/school-verification'],
    ['POST', '/api/email-change'],
    ['POST', '/api/commands'],
  ] as const;

  it.each(routes)('%s %s refuses no body, no JSON, a list, and each hostile field', async (method, path) => {
    const headers = { 'content-type': 'application/json' };
    expectRefused(await ada.ask(method, path));
    for (const text of ['', '{', 'null', '"x"', '[]', '{"__proto__":{"a":1}}', '\0']) {
      expectRefused(await ada.ask(method, path, { raw: Buffer.from(text), headers }));
    }
    expectRefused(await ada.ask(method, path, { raw: Buffer.from('a=1'), headers: { 'content-type': 'text/plain' } }));
    for (const value of hostileValues.filter((each) => typeof each !== 'string')) {
      expectRefused(await ada.ask(method, path, { body: { id: value, email: value, password: value, code: value } }));
    }
  });

  it('refuses a body of more than 64 KB', async () => {
    const answer = await ada.ask('POST', '/api/session', { body: { email: 'x'.repeat(70_000), password: '' } });
    expect([answer.status, answer.json.error.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['/api/nothing', '/assets/nothing.js', '/images/posts/x/y.webp', '/images/../quad.json', '/favicon.png'])(
    'answers 404 to %s',
    async (path) => {
      expect((await ada.ask('GET', path)).status).toBe(404);
    },
  );

  it.each([
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/images/posts/..%2f../quad.json',
    '/images/posts/%2e%2e/%2e%2e%2fquad.json',
    '/images/profilePics/..%5c..%5c/quad.json',
    '/dev/mail/..%2f..%2fquad.json',
  ])('leads nowhere by the address %s', async (path) => {
    expect((await ada.ask('GET', path)).status).toBe(404);
  });

  it.each(['/%', '/images/posts/%00/%2e%2e', '/api/topics/%ff', '/api/people/by-username/%E0%A4%A'])(
    'survives the address %s',
    async (path) => {
      const { status } = await ada.ask('GET', path);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    },
  );

  it('survives topics that are none', async () => {
    for (const name of ['x', 'feed:', 'feed:nowhere', 'me:x', 'wall:ou', 'post:constructor', `a${'b'.repeat(500)}`]) {
      expectRefused(await ada.ask('GET', `/api/topics/${name}`));
    }
    for (const query of ['notBefore=1', 'floor=a&floor=b', 'x=1', `floor=${'9'.repeat(200)}`]) {
      expectRefused(await ada.ask('GET', `/api/topics/feed:ou?${query}`));
    }
  });

  it('survives a request that is no HTTP', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end('\x16\x03\x01 nonsense\r\n\r\n'));
      socket
        .on('close', () => resolve())
        .on('error', () => undefined)
        .resume();
    });
    expect((await ada.ask('GET', '/health/live')).status).toBe(200);
  });
});

describe('hostile uploads', () => {
  const put = (browser: Browser, raw: Uint8Array, headers = {}) =>
    browser.ask('PUT', `/api/uploads/posts/${randomUUID()}`, { raw, headers });

  function form(bytes: Buffer, name: string): { raw: Buffer; headers: Record<string, string> } {
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
    return {
      raw: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    };
  }

  it('takes a picture as a form, whatever its name says', async () => {
    const { raw, headers } = form(await picture(40, 30), '../../etc/passwd.exe');
    const answer = await put(ada, raw, headers);
    expect(answer.status).toBe(200);
    expect(answer.json.media).toMatchObject({ kind: 'image', width: 40, height: 30 });
    expect(answer.json.media.name).toMatch(/^[0-9a-f-]{36}\.webp$/);
  });

  it('[POST-06 in part] refuses a renamed executable with the exact text', async () => {
    const executable = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4_000)]);
    const { raw, headers } = form(executable, 'holiday.png');
    for (const answer of [await put(ada, executable), await put(ada, raw, headers)]) {
      expectRefused(answer);
      expect(answer.json.error.text).toBe('Only photos & videos are allowed!');
    }
  });

  it('refuses a picture bomb, naming the limit', async () => {
    const answer = await put(ada, pngBomb(16_000, 16_000));
    expectRefused(answer);
    expect(answer.json.error.text).toContain('25 megapixels');
  });

  it('refuses more than 10 MB, as a body and as a form, naming the limit', async () => {
    const large = Buffer.concat([await picture(10, 10, 'jpeg'), Buffer.alloc(10 * 1024 * 1024)]);
    const { raw, headers } = form(large, 'a.jpg');
    for (const answer of [await put(ada, large), await put(ada, raw, headers)]) {
      expect(answer.status).toBe(413);
      expect(answer.json.error.text).toContain('10 MB');
    }
  });

  it.each([
    ['nothing', '', {}],
    ['a form without an end', '--x\r\nContent-Disp', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['a form without a file', '--x--\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('refuses %s', async (_name, text, headers) => {
    expectRefused(await put(ada, Buffer.from(text), headers));
  });

  it('keeps neither place nor camera of a photo, and turns it upright', async () => {
    const postId = randomUUID();
    const raw = await turnedPhoto(400, 200);
    const { json } = await ada.ask('PUT', `/api/uploads/posts/${postId}`, { raw });
    expect(json.media).toMatchObject({ width: 200, height: 400 });
    const { bytes } = await ada.ask('GET', `/images/posts/${postId}/${json.media.name}`);
    const { width, height, orientation, exif, xmp } = await sharp(bytes).metadata();
    expect([width, height, orientation, exif, xmp]).toEqual([200, 400, undefined, undefined, undefined]);
    expect(bytes.includes('CanaryCam')).toBe(false);
  });

  it('refuses a visitor, and a post id that is none', async () => {
    expect((await put(server.browser(), await picture(4, 4))).status).toBe(401);
    expect((await ada.ask('PUT', '/api/uploads/posts/..', { raw: await picture(4, 4) })).status).toBe(404);
  });
});
