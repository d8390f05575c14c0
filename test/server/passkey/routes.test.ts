import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { callControl } from '#server/roles/control.ts';
import type { Lies } from '#test/doubles/passkeys/authenticator.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { controlOf } from '../support/control.ts';
import { METRICS } from '../support/metricsToken.ts';
import { eventually, PASSWORD, type Student, signUp, signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';
import { openDevice, originAt } from './device.ts';

const PARALLEL = 20;

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.end());

const device = (countsFrom: number | null = 0, host?: string) => openDevice(originAt(server.port, host), countsFrom);
const codeOf = ({ json }: Answer): string | null => json.error?.code ?? null;
const whoIs = async (browser: Browser) => (await browser.ask('GET', '/api/session')).json.user?.id ?? null;

/** The passkeys that the owner sees, once there are so many. */
async function listOf(owner: Student, count: number) {
  return eventually(async () => {
    const { documents } = (await owner.ask('GET', `/api/topics/passkeys:${owner.userId}`)).json;
    const docs = documents.map(({ doc }: { doc: { id: string; name: string; site: string } | null }) => doc);
    const present = docs.filter((doc: unknown) => doc !== null);
    return present.length === count && present;
  });
}

function remove(owner: Student, passkeyId: string, current: string, id: string = randomUUID()) {
  return owner.ask('POST', `/api/passkeys/${passkeyId}/removal`, { body: { id, current } });
}

/** Mails to an address, by subject. */
async function subjectsTo({ email }: Student): Promise<readonly string[]> {
  const { json } = await server.browser().ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
  return json.mails
    .filter((mail: { to: string }) => mail.to === email)
    .map((mail: { subject: string }) => mail.subject);
}

/** A member with a device that opens the account. */
async function withPasskey(word: string, countsFrom: number | null = 0) {
  const owner = await signUpConfirmed(server, word);
  const own = device(countsFrom);
  expect((await own.add(owner)).status).toBe(200);
  return { owner, own };
}

describe('a passkey', () => {
  it('opens the account that added it, and its owner gets a mail', async () => {
    const { owner, own } = await withPasskey('ada');
    const [added] = await listOf(owner, 1);
    expect(added).toMatchObject({ name: 'A browser on an unknown system', site: 'ou.localhost', user: owner.userId });
    const browser = server.browser();
    expect((await own.signIn(browser)).json).toEqual({ user: { id: owner.userId } });
    expect(await whoIs(browser)).toBe(owner.userId);
    await eventually(async () => (await subjectsTo(owner)).includes('Your OU Quad account has a new passkey'));
  });

  it('brings the topics of the home page to those who go on there', async () => {
    const { owner, own } = await withPasskey('homer');
    const next = { next: '/home', headers: { 'accept-encoding': 'gzip' } };
    const { bytes } = await own.signIn(server.browser(), undefined, next);
    const { user, topics } = JSON.parse(gunzipSync(bytes).toString());
    expect(user).toEqual({ id: owner.userId });
    expect(Object.keys(topics)).toContain(topicName.me(owner.userId));
    const elsewhere = await own.signIn(server.browser(), undefined, { ...next, next: '/saved' });
    expect(elsewhere.json).toEqual({ user: { id: owner.userId } });
  });

  it('of a device that does not count its signatures works again and again', async () => {
    const { owner, own } = await withPasskey('bob', null);
    for (let times = 0; times < 3; times += 1) {
      const browser = server.browser();
      await own.signIn(browser);
      expect(await whoIs(browser)).toBe(owner.userId);
    }
  });

  it('is added and removed with the password alone, whose tries count with those of log-ins', async () => {
    const { owner, own } = await withPasskey('cyd');
    const [{ id }] = await listOf(owner, 1);
    expect(codeOf(await device().add(owner, { current: '' }))).toBe('PASSWORD_CURRENT_REQUIRED');
    expect(codeOf(await device().add(owner, { current: 'wrong-1843' }))).toBe('PASSWORD_CURRENT_WRONG');
    expect(codeOf(await remove(owner, id, 'wrong-1843'))).toBe('PASSWORD_CURRENT_WRONG');
    expect((await own.signIn(server.browser())).status).toBe(200);
    const again = randomUUID();
    for (let times = 0; times < 2; times += 1) expect((await remove(owner, id, PASSWORD, again)).status).toBe(200);
    await listOf(owner, 0);
    expect(codeOf(await own.signIn(server.browser()))).toBe('PASSKEY_UNKNOWN');
    await eventually(async () => (await subjectsTo(owner)).includes('Your OU Quad account has one passkey less'));
  });

  it('is not offered to a device that holds one of the account; another device adds another one', async () => {
    const { owner, own } = await withPasskey('dan');
    await expect(own.add(owner)).rejects.toThrow('already');
    expect((await device().add(owner, { name: 'Tablet' })).status).toBe(200);
    expect((await listOf(owner, 2)).map(({ name }: { name: string }) => name)).toContain('Tablet');
  });

  it('is renamed by its owner, and by nobody else', async () => {
    const { owner } = await withPasskey('eve');
    const [{ id: passkeyId }] = await listOf(owner, 1);
    const other = await signUpConfirmed(server, 'mallory');
    expect(await owner.give('RenamePasskey', { passkeyId, name: ' My  phone ' })).toMatchObject({ ok: true });
    await eventually(async () => (await listOf(owner, 1))[0].name === 'My phone');
    expect((await other.give('RenamePasskey', { passkeyId, name: 'Mine' })).error.code).toBe('PASSKEY_UNKNOWN');
    expect((await remove(other, passkeyId, PASSWORD)).status).toBe(200);
    await listOf(owner, 1);
  });

  it('belongs to the host on which it was added', async () => {
    const { owner, own } = await withPasskey('fay');
    const away = device(0, 'ut.localhost');
    const [credential] = own.credentials;
    const elsewhere = server.browser('ut.localhost');
    const { json } = await elsewhere.ask('POST', '/api/passkeys/challenge');
    expect(json.options.rpId).toBe('ut.localhost');
    const body = own.get(json.options, originAt(server.port, 'ut.localhost'), { rpId: 'ut.localhost' });
    expect(body.id).toBe(credential?.id);
    expect(codeOf(await elsewhere.ask('POST', '/api/passkeys/session', { body }))).toBe('PASSKEY_UNKNOWN');
    expect(await whoIs(elsewhere)).toBeNull();
    expect(away.credentials).toEqual([]);
    expect(await listOf(owner, 1)).toMatchObject([{ site: 'ou.localhost' }]);
  });

  it('is for confirmed accounts; nobody adds one signed out', async () => {
    const fresh = await signUp(server, 'gus');
    expect(codeOf(await device().add(fresh))).toBe('EMAIL_NOT_CONFIRMED');
    expect(codeOf(await device().add(server.browser()))).toBe('SIGNED_OUT');
  });
});

describe('attacks on passkeys', () => {
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

  it.each<readonly [string, Lies]>([
    ['from a page of another origin', { origin: 'https://ou.localhost.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['with a foreign user handle', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
    ['of a device that its owner did not unlock', { userVerified: false }],
    ['with another key', { key: otherKey }],
    ['asked for in a frame of another site', { crossOrigin: true }],
  ])('a proof %s opens nothing', async (name, lies) => {
    const { own } = await withPasskey(`liar-${name.replaceAll(' ', '')}`.slice(0, 30));
    const browser = server.browser();
    expect(codeOf(await own.signIn(browser, lies))).toBe('PASSKEY_REFUSED');
    expect(await whoIs(browser)).toBeNull();
    expect((await own.signIn(browser)).status).toBe(200);
  });

  it.each<readonly [string, Lies]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a device that its owner did not unlock', { userVerified: false }],
    ['a frame of another site', { crossOrigin: true }],
  ])('a passkey made for %s is not added', async (name, lies) => {
    const owner = await signUpConfirmed(server, `maker-${name.replaceAll(' ', '')}`.slice(0, 30));
    expect(codeOf(await device().add(owner, { lies }))).toBe('PASSKEY_REFUSED');
    await listOf(owner, 0);
  });

  it(`a proof counts once, also of ${PARALLEL} at the same time, and only in the browser that asked`, async () => {
    const { owner, own } = await withPasskey('hal', null);
    const browser = server.browser();
    const { json } = await browser.ask('POST', '/api/passkeys/challenge');
    const cookies = new Map(browser.cookies);
    const body = own.get(json.options, originAt(server.port));
    expect(codeOf(await server.browser().ask('POST', '/api/passkeys/session', { body }))).toBe('PASSKEY_OUTDATED');
    const uses = Array.from({ length: PARALLEL }, () => {
      const copy = server.browser();
      for (const [name, value] of cookies) copy.cookies.set(name, value);
      return copy.ask('POST', '/api/passkeys/session', { body });
    });
    const codes = (await Promise.all(uses)).map((answer) => codeOf(answer));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === 'PASSKEY_OUTDATED')).toHaveLength(PARALLEL - 1);
    const late = server.browser();
    for (const [name, value] of cookies) late.cookies.set(name, value);
    expect(codeOf(await late.ask('POST', '/api/passkeys/session', { body }))).toBe('PASSKEY_OUTDATED');
    expect(await whoIs(owner)).toBe(owner.userId);
  });

  it('a challenge to add is none to sign in', async () => {
    const { owner, own } = await withPasskey('ida');
    const { json } = await owner.ask('POST', '/api/passkeys/new', { body: { current: PASSWORD } });
    const browser = server.browser();
    browser.cookies.set('quad_passkey_sign_in', owner.cookies.get('quad_passkey_new') ?? '');
    const body = own.get({ ...json.options, rpId: 'ou.localhost' }, originAt(server.port));
    expect(codeOf(await browser.ask('POST', '/api/passkeys/session', { body }))).toBe('PASSKEY_OUTDATED');
  });

  it('a challenge to add is of no use to another account', async () => {
    const owner = await signUpConfirmed(server, 'joy');
    const other = await signUpConfirmed(server, 'kim');
    const { json } = await owner.ask('POST', '/api/passkeys/new', { body: { current: PASSWORD } });
    other.cookies.set('quad_passkey_new', owner.cookies.get('quad_passkey_new') ?? '');
    const answer = device().create(json.options, originAt(server.port));
    const added = await other.ask('POST', '/api/passkeys', { body: { answer, name: 'Mine' } });
    expect(codeOf(added)).toBe('PASSKEY_OUTDATED');
  });

  it('a credential id that another account has is refused, and the other one goes on', async () => {
    const { owner, own } = await withPasskey('lee');
    const thief = await signUpConfirmed(server, 'moe');
    const { json } = await thief.ask('POST', '/api/passkeys/new', { body: { current: PASSWORD } });
    const copy = device();
    const answer = copy.create(json.options, originAt(server.port)) as { response: { attestationObject: string } };
    const [theirs, made] = [own.credentials[0], copy.credentials[0]].map((each) =>
      Buffer.from(each?.id ?? '', 'base64url'),
    );
    const object = Buffer.from(answer.response.attestationObject, 'base64url');
    theirs?.copy(object, object.indexOf(made ?? ''));
    const id = own.credentials[0]?.id;
    const forged = {
      ...answer,
      ...{ id, rawId: id },
      response: { ...answer.response, attestationObject: object.toString('base64url') },
    };
    expect(codeOf(await thief.ask('POST', '/api/passkeys', { body: { answer: forged, name: '' } }))).toBe(
      'PASSKEY_TAKEN',
    );
    const browser = server.browser();
    await own.signIn(browser);
    expect(await whoIs(browser)).toBe(owner.userId);
  });

  it('a counter that goes back is refused: somebody has a copy', async () => {
    const { own } = await withPasskey('ned', 5);
    expect((await own.signIn(server.browser())).status).toBe(200);
    for (const counter of [6, 5, 0]) {
      expect(codeOf(await own.signIn(server.browser(), { counter }))).toBe('PASSKEY_COPIED');
    }
    const { text } = await server.browser().ask('GET', '/metrics', { headers: METRICS.headers });
    expect(text).toMatch(/event="authn_passkey_copied"\} 3$/m);
  });

  it('[GUARD-11 in part] a banned person signs in with no passkey', async () => {
    const { owner, own } = await withPasskey('oda');
    const moderator = await signUpConfirmed(server, 'moderator');
    await callControl(await controlOf(server.dataDir), 'moderator', { email: moderator.email, remove: false });
    const ban = { userId: owner.userId, reason: 'scam', note: '', about: owner.userId };
    await eventually(async () => (await moderator.give('BanPerson', ban)).ok === true);
    const browser = server.browser();
    expect(codeOf(await own.signIn(browser))).toBe('ACCOUNT_BANNED');
    expect(await whoIs(browser)).toBeNull();
  });

  it('[P10] an erased person leaves no passkey, and signs in with none', async () => {
    const { owner, own } = await withPasskey('pat');
    await callControl(await controlOf(server.dataDir), 'erase', { userId: owner.userId });
    expect(codeOf(await own.signIn(server.browser()))).toBe('PASSKEY_UNKNOWN');
  });
});
