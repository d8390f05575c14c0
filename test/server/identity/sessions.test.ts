import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { createMemoryVault } from '#server/adapters/memory/vault.ts';
import { createTokenReader, signAccessToken } from '#server/identity/accessToken.ts';
import { readCookies, signedInCookies, signedOutCookies } from '#server/identity/cookies.ts';
import { describeDevice } from '#server/identity/device.ts';
import { ACCESS_TOKEN_MS, SESSION_MS } from '#server/identity/limits.ts';
import { createSessions } from '#server/identity/sessions.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const USER = idOf('ada');

async function signedIn() {
  const rig = identityRig();
  const session = await rig.sessions.start(USER, 'Firefox on Linux');
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
      vault: slow,
      secret: Buffer.alloc(32, 1),
      clock: () => new Date('2026-03-01T12:00:00.000Z'),
      onEnded: () => undefined,
    });
    const { sessionId, renewed } = await sessions.start(USER, 'Firefox on Linux');
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

  it('asks the vault once for a session that stands', async () => {
    const vault = createMemoryVault().sessions;
    let asked = 0;
    const counted: typeof vault = { ...vault, find: (sessionId) => vault.find(sessionId).finally(() => (asked += 1)) };
    const clock = () => new Date('2026-03-01T12:00:00.000Z');
    const sessions = createSessions({ vault: counted, secret: Buffer.alloc(32, 1), clock, onEnded: () => undefined });
    const { renewed } = await sessions.start(USER, 'Firefox on Linux');
    for (let n = 0; n < 3; n += 1) {
      expect(await sessions.authenticate({ access: renewed?.access ?? null, refresh: null })).not.toBeNull();
    }
    expect(asked).toBe(1);
  });

  it('ends all sessions of a user and nobody else', async () => {
    const { sessions, cookies, ended } = await signedIn();
    const other = await sessions.start(idOf('bob'), 'Safari on iOS');
    await sessions.start(USER, 'Chrome on Android');
    await sessions.endAllOf(USER);
    expect(ended.length).toBe(2);
    expect(await sessions.authenticate(cookies)).toBeNull();
    expect(await sessions.authenticate(other.renewed ?? { access: null, refresh: null })).not.toBeNull();
  });

  it('lasts 30 days after the last visit', async () => {
    const { sessions, clock, cookies } = await signedIn();
    clock.advance(SESSION_MS - 1_000);
    expect(await sessions.authenticate(cookies)).not.toBeNull();
    clock.advance(SESSION_MS - 1_000);
    expect(await sessions.authenticate(cookies)).not.toBeNull();
    clock.advance(SESSION_MS + 1_000);
    expect(await sessions.authenticate(cookies)).toBeNull();
  });

  it.each([
    ['another secret', (refresh: string) => `${refresh.split('.')[0]}.AAAA`],
    ['no secret', (refresh: string) => refresh.split('.')[0] ?? ''],
    ['another session', (refresh: string) => `${idOf('x')}.${refresh.split('.')[1]}`],
    ['nonsense', () => '.'],
  ])('does not know a browser with %s', async (_name, change) => {
    const { sessions, cookies } = await signedIn();
    expect(await sessions.authenticate({ access: null, refresh: change(cookies.refresh) })).toBeNull();
  });
});

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
  ])('refuses one %s', (_name, token) => {
    expect(createTokenReader(secret)(token, now)).toBeNull();
  });
});

describe('cookies', () => {
  it('can be read by no script, and over HTTPS only where there is HTTPS', () => {
    for (const cookie of [...signedInCookies('a', 'r', true), ...signedOutCookies(true)]) {
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    }
    expect(signedInCookies('a', 'r', false).join()).not.toContain('Secure');
  });

  it('are found among others', () => {
    expect(readCookies('x=1; quad_access=a.b.c; quad_refresh=s.t; y')).toEqual({ access: 'a.b.c', refresh: 's.t' });
    expect(readCookies(undefined)).toEqual({ access: null, refresh: null });
    expect(readCookies('quad_access=; xquad_refresh=s')).toEqual({ access: null, refresh: null });
  });
});

describe('device', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
    [undefined, 'A browser on an unknown system'],
  ])('%s', (header, words) => {
    expect(describeDevice(header)).toBe(words);
  });
});
