import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createTokenReader, signAccessToken } from '#server/identity/accessToken.ts';
import { readCookies, type SessionCookies, signedInCookies, signedOutCookies } from '#server/identity/cookies.ts';
import { describeDevice } from '#server/identity/device.ts';
import {
  ACCESS_TOKEN_MS,
  REFRESH_GRACE_MS,
  SESSION_MAX_MS,
  SESSION_MS,
  SESSIONS_PER_USER,
} from '#server/identity/limits.ts';
import { createSessions } from '#server/identity/sessions.ts';
import { soleWriterSessions } from '#server/soleWriter/soleWriterVault.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const USER = idOf('ada');

async function signedIn() {
  const rig = identityRig();
  const session = await rig.sessions.start(USER, 'Firefox on Linux', 'ou');
  if (session.renewed === null) throw new Error('A new session has cookies.');
  return { ...rig, session, cookies: session.renewed };
}

describe('sessions', () => {
  it('knows a browser by its access token, and renews that from the session when it has run out', async () => {
    const { sessions, clock, cookies, session } = await signedIn();
    expect(await sessions.authenticate(cookies)).toEqual({ ...session, renewed: null });
    clock.advance(ACCESS_TOKEN_MS + 1_000);
    const renewed = await sessions.authenticate(cookies);
    expect(renewed).toMatchObject({ userId: USER, sessionId: session.sessionId });
    expect(renewed?.renewed?.access).not.toBe(cookies.access);
    expect(await sessions.authenticate({ access: renewed?.renewed?.access ?? null, refresh: null })).not.toBeNull();
  });

  it('names whom cookies are of without asking anybody, for counting; what is forged names nobody', async () => {
    const { sessions, clock, cookies, session } = await signedIn();
    expect(sessions.named(cookies)).toBe(USER);
    expect(sessions.named({ access: `${cookies.access}x`, refresh: null })).toBeNull();
    expect(sessions.named({ access: null, refresh: null })).toBeNull();
    clock.advance(ACCESS_TOKEN_MS + 1_000);
    // The long-lived token names only the session; its user has to be looked up.
    expect(sessions.named(cookies)).toBeNull();
    await sessions.stands(session.sessionId);
    expect(sessions.named(cookies)).toBe(USER);
    expect(sessions.named({ access: null, refresh: cookies.refresh.replace(/.$/, 'x') })).toBeNull();
  });

  it('are so many of a user; beyond, the one unused for longest ends, and nobody else’s', async () => {
    const { sessions, session, clock, cookies, ended } = await signedIn();
    const other = await sessions.start(idOf('bob'), 'Firefox on Linux', 'ou');
    const start = async () => {
      clock.advance(1_000);
      return sessions.start(USER, 'Firefox on Linux', 'ou');
    };
    const second = await start();
    for (let n = 2; n < SESSIONS_PER_USER; n += 1) await start();
    expect(ended).toEqual([]);
    clock.advance(ACCESS_TOKEN_MS);
    // Used again, so the second one is the oldest now.
    await sessions.authenticate({ access: null, refresh: cookies.refresh });
    await start();
    expect(ended).toEqual([second.sessionId]);
    expect(await sessions.stands(session.sessionId)).toBe(true);
    expect(await sessions.stands(other.sessionId)).toBe(true);
    expect(await sessions.listOf(USER)).toHaveLength(SESSIONS_PER_USER);
  });

  it('[AUTH-31] ends at once when it is revoked, also for a token that is still valid', async () => {
    const { sessions, cookies, session, ended } = await signedIn();
    await sessions.end(session.sessionId);
    expect(await sessions.authenticate(cookies)).toBeNull();
    expect(ended).toEqual([session.sessionId]);
  });

  it('[AUTH-31] ends once and for all, also when it was being looked up at that moment', async () => {
    const vault = createMemoryVault().sessions;
    const answers: (() => void)[] = [];
    const slow = {
      ...vault,
      find: async (sessionId: string) => {
        const found = await vault.find(sessionId);
        await new Promise<void>((resolve) => answers.push(resolve));
        return found;
      },
    };
    const sessions = createSessions({
      vault: soleWriterSessions(slow),
      secret: Buffer.alloc(32, 1),
      clock: () => new Date('2026-03-01T12:00:00.000Z'),
      onEnded: () => undefined,
    });
    const { sessionId, renewed } = await sessions.start(USER, 'Firefox on Linux', 'ou');
    const cookies = { access: renewed?.access ?? null, refresh: null };
    const before = sessions.authenticate(cookies);
    while (answers.length < 1) await new Promise(setImmediate);
    await sessions.end(sessionId);
    answers.splice(0).forEach((answer) => {
      answer();
    });
    expect(await before).not.toBeNull();
    const after = sessions.authenticate(cookies);
    while (answers.length < 1) await new Promise(setImmediate);
    answers.splice(0).forEach((answer) => {
      answer();
    });
    expect(await after).toBeNull();
  });

  it('asks the vault once for a session that stands, where nobody else writes it, and each time elsewhere', async () => {
    const vault = createMemoryVault().sessions;
    let asked = 0;
    const counted: typeof vault = { ...vault, find: (sessionId) => vault.find(sessionId).finally(() => (asked += 1)) };
    const clock = () => new Date('2026-03-01T12:00:00.000Z');
    for (const [over, times] of [
      [soleWriterSessions(counted), 1],
      [counted, 3],
    ] as const) {
      asked = 0;
      const sessions = createSessions({ vault: over, secret: Buffer.alloc(32, 1), clock, onEnded: () => undefined });
      const { renewed } = await sessions.start(USER, 'Firefox on Linux', 'ou');
      for (let n = 0; n < 3; n += 1) {
        expect(await sessions.authenticate({ access: renewed?.access ?? null, refresh: null })).not.toBeNull();
      }
      expect(asked).toBe(times);
    }
  });

  it('ends all sessions of a user and nobody else', async () => {
    const { sessions, cookies, ended } = await signedIn();
    const other = await sessions.start(idOf('bob'), 'Safari on iOS', 'ou');
    await sessions.start(USER, 'Chrome on Android', 'ou');
    await sessions.endAllOf(USER);
    expect(ended.length).toBe(2);
    expect(await sessions.authenticate(cookies)).toBeNull();
    expect(await sessions.authenticate(other.renewed ?? { access: null, refresh: null })).not.toBeNull();
  });

  it('lasts 30 days after the last visit', async () => {
    const { sessions, clock, cookies } = await signedIn();
    clock.advance(SESSION_MS - 1_000);
    const visited = (await sessions.authenticate(cookies))?.renewed ?? cookies;
    expect(visited).not.toBe(cookies);
    clock.advance(SESSION_MS - 1_000);
    const again = (await sessions.authenticate(visited))?.renewed ?? visited;
    expect(again).not.toBe(visited);
    clock.advance(SESSION_MS + 1_000);
    expect(await sessions.authenticate(again)).toBeNull();
  });

  it('ends 90 days after its beginning, however often it is visited', async () => {
    const { sessions, clock, cookies } = await signedIn();
    const day = 24 * 3_600_000;
    let held: SessionCookies = cookies;
    for (let passed = day; passed < SESSION_MAX_MS; passed += day) {
      clock.advance(day);
      held = (await sessions.authenticate(held))?.renewed ?? { access: null, refresh: null };
      expect(held.refresh).not.toBeNull();
    }
    clock.advance(day);
    expect(await sessions.authenticate(held)).toBeNull();
    expect(await sessions.identify(held)).toBeNull();
  });

  it('ends no later for being handed over to another host again and again', async () => {
    const { sessions, clock, session, cookies } = await signedIn();
    const day = 24 * 3_600_000;
    let last = { sessionId: session.sessionId, held: cookies as SessionCookies };
    for (let passed = day; passed < SESSION_MAX_MS; passed += day) {
      clock.advance(day);
      const next = await sessions.start(USER, 'Firefox on Linux', 'ut', last.sessionId);
      last = { sessionId: next.sessionId, held: next.renewed ?? { access: null, refresh: null } };
      expect(await sessions.authenticate(last.held)).not.toBeNull();
    }
    clock.advance(day);
    expect(await sessions.authenticate(last.held)).toBeNull();
  });

  it.each([
    ['another signature', (refresh: string) => `${refresh.slice(0, -4)}0000`],
    ['another generation', (refresh: string) => refresh.replace('.0.', '.1.')],
    ['no signature', (refresh: string) => refresh.split('.')[0] ?? ''],
    ['another session', (refresh: string) => `${idOf('x')}${refresh.slice(36)}`],
    ['nonsense', () => '..'],
  ])('does not know a browser with %s, and harms no session by it', async (_name, change) => {
    const { sessions, cookies } = await signedIn();
    expect(await sessions.authenticate({ access: null, refresh: change(cookies.refresh) })).toBeNull();
    expect(await sessions.authenticate(cookies)).not.toBeNull();
  });
});

describe('refresh tokens', () => {
  const only = (refresh: string | undefined) => ({ access: null, refresh: refresh ?? null });

  it('are exchanged at each use', async () => {
    const { sessions, cookies } = await signedIn();
    const first = await sessions.authenticate(only(cookies.refresh));
    const second = await sessions.authenticate(only(first?.renewed?.refresh));
    expect(new Set([cookies.refresh, first?.renewed?.refresh, second?.renewed?.refresh]).size).toBe(3);
  });

  it('let all tabs go on that use one at once, with one and the same next token', async () => {
    const { sessions, cookies, clock } = await signedIn();
    clock.advance(ACCESS_TOKEN_MS + 1_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sessions.authenticate(cookies)));
    expect(new Set(answers.map((answer) => answer?.renewed?.refresh)).size).toBe(1);
    const [answer] = answers;
    expect(await sessions.authenticate(only(answer?.renewed?.refresh))).not.toBeNull();
  });

  it('are given again to a browser whose answer got lost', async () => {
    const { sessions, cookies, clock } = await signedIn();
    const lost = await sessions.authenticate(only(cookies.refresh));
    clock.advance(REFRESH_GRACE_MS);
    const again = await sessions.authenticate(only(cookies.refresh));
    expect(again?.renewed?.refresh).toBe(lost?.renewed?.refresh);
  });

  it.each([
    ['a short while after its exchange', 1],
    ['two exchanges ago', 2],
  ])('end the session when one is used again %s', async (_name, exchanges) => {
    const { sessions, cookies, clock, ended, session } = await signedIn();
    let { refresh }: { refresh: string } = cookies;
    for (let n = 0; n < exchanges; n += 1)
      refresh = (await sessions.authenticate(only(refresh)))?.renewed?.refresh ?? '';
    if (exchanges === 1) clock.advance(REFRESH_GRACE_MS + 1);
    expect(await sessions.authenticate(only(cookies.refresh))).toBeNull();
    expect(ended).toEqual([session.sessionId]);
    expect(await sessions.authenticate(only(refresh))).toBeNull();
  });

  it('are not exchanged where no cookie can be set', async () => {
    const { sessions, cookies, session, clock } = await signedIn();
    const claims = { userId: USER, sessionId: session.sessionId };
    expect(await sessions.identify(only(cookies.refresh))).toEqual(claims);
    expect(await sessions.identify(only(cookies.refresh))).toEqual(claims);
    expect(await sessions.identify(cookies)).toEqual(claims);
    // So the browser's own token is as good as before, however much later it is exchanged.
    clock.advance(2 * REFRESH_GRACE_MS);
    expect(await sessions.authenticate(only(cookies.refresh))).toMatchObject(claims);
  });

  it('of a time that a restored vault has not seen go on', async () => {
    const { sessions, cookies, vault, session, sessionSecret } = await signedIn();
    const backup = await vault.sessions.find(session.sessionId);
    const first = await sessions.authenticate(only(cookies.refresh));
    const second = await sessions.authenticate(only(first?.renewed?.refresh));
    await vault.sessions.remove(session.sessionId);
    if (backup !== null) await vault.sessions.add(backup);
    const restored = createSessions({
      vault: vault.sessions,
      secret: sessionSecret,
      clock: () => new Date('2026-03-01T12:00:00.000Z'),
      onEnded: () => undefined,
    });
    const third = await restored.authenticate(only(second?.renewed?.refresh));
    expect(third?.renewed?.refresh).toContain('.3.');
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64url');

describe('access tokens', () => {
  const secret = createSecretKey(Buffer.from('0123456789abcdef0123456789abcdef'));
  const now = new Date('2026-03-01T12:00:00.000Z');
  const claims = { userId: USER, sessionId: idOf('session') };
  const seconds = now.getTime() / 1_000;

  it('says who it is', () => {
    expect(createTokenReader(secret)(signAccessToken(claims, secret, now), now)).toEqual(claims);
  });

  it('are known again until they run out', () => {
    const read = createTokenReader(secret);
    const token = signAccessToken(claims, secret, now);
    expect([read(token, now), read(token, now)]).toEqual([claims, claims]);
    expect(read(token, new Date(now.getTime() + ACCESS_TOKEN_MS - 1))).toEqual(claims);
    expect(read(token, new Date(now.getTime() + ACCESS_TOKEN_MS))).toBeNull();
    expect(read(`${token.slice(0, -2)}AA`, now)).toBeNull();
  });

  it.each([
    ['unsigned', jwt.sign({ sub: USER, sid: USER, aud: 'quad', exp: seconds + 60 }, '', { algorithm: 'none' })],
    [
      'of another algorithm',
      jwt.sign({ sub: USER, sid: USER, aud: 'quad', exp: seconds + 60 }, secret, { algorithm: 'HS512' }),
    ],
    ['for another audience', jwt.sign({ sub: USER, sid: USER, aud: 'other', exp: seconds + 60 }, secret)],
    ['of another key', jwt.sign({ sub: USER, sid: USER, aud: 'quad', exp: seconds + 60 }, 'other-secret')],
    ['that has run out', jwt.sign({ sub: USER, sid: USER, aud: 'quad', exp: seconds - 60 }, secret)],
    ['without a session', jwt.sign({ sub: USER, aud: 'quad', exp: seconds + 60 }, secret)],
    ['that is none', 'nonsense'],
    ['whose claims are no JSON', `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64('no JSON')}.AA`],
    ['whose header is no JSON', `${base64('no JSON')}.${base64('{}')}.AA`],
  ])('refuses one %s', (_name, token) => {
    expect(createTokenReader(secret)(token, now)).toBeNull();
  });
});

describe('cookies', () => {
  it('can be read by no script, and over HTTPS only where there is HTTPS', () => {
    for (const cookie of [...signedInCookies('a', 'r', true), ...signedOutCookies(true)]) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    }
    expect(signedInCookies('a', 'r', false).join()).not.toContain('Secure');
  });

  it('are found among others', () => {
    const none = { access: null, refresh: null };
    expect(readCookies('x=1; quad_access=a.b.c; quad_refresh=s.t; y', false)).toEqual({
      access: 'a.b.c',
      refresh: 's.t',
    });
    expect(readCookies(undefined, false)).toEqual(none);
    expect(readCookies('quad_access=; xquad_refresh=s', false)).toEqual(none);
    expect(readCookies('quad_access=a; quad_refresh=b', true)).toEqual(none);
    expect(readCookies('__Host-quad_access=a; __Host-quad_refresh=b', true)).toEqual({ access: 'a', refresh: 'b' });
  });
});

describe('device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Microsoft Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
    [undefined, 'A browser on an unknown system'],
  ])('%s', (header, words) => {
    expect(describeDevice(header)).toBe(words);
  });

  it('keeps little of a header that says much', () => {
    const long = `${'x'.repeat(5_000)}/${'y'.repeat(5_000)} `;
    expect(describeDevice(long).length).toBeLessThan(100);
  });

  it('reads the beginning alone: patterns take long for a header that was made for them', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect(describeDevice(`${' '.repeat(400)}${firefox}`)).toBe('Firefox on Linux');
    expect(describeDevice(`${' '.repeat(500)}${firefox}`)).toBe('A browser on an unknown system');
  });
});
