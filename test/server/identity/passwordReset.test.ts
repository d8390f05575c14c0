import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { userFact } from '#domain/user/state.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES, PENDING_PASSWORD_MS, PENDING_PASSWORDS_MAX } from '#server/identity/limits.ts';
import { createPasswordHashes } from '#server/identity/passwordHashes.ts';
import type { Reset } from '#server/identity/passwordReset.ts';
import { sealCredentials } from '#server/identity/sealedCredentials.ts';
import { refusalOf } from '#server/kernel/refusal.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const EMAIL = 'ada@ou.edu';
const OLD = 'engine-1843';
const NEW = 'note-G-1843';

async function rigWithAda() {
  const rig = identityRig();
  const made = await rig.register({ id: idOf('form'), email: EMAIL, name: 'Ada Lovelace', password: OLD }, 'ou', '::1');
  if (!made.ok) throw new Error('Ada was not registered.');
  const link = () => rig.links.draw({ purpose: 'reset-password', email: EMAIL, campus: 'ou' });
  const reset = (change: Partial<Reset> & Pick<Reset, 'token'>) =>
    rig.resetPassword({ id: idOf('reset'), email: EMAIL, password: NEW, ...change }, 'ou', '::1');
  const logIn = async (password: string) => {
    const answer = await rig.logIn({ email: EMAIL, password }, '::1');
    return answer.ok ? 'ok' : refusalOf(answer.rejection).text;
  };
  const changes = async () =>
    (await rig.log.readStream(`user-${made.userId}`)).filter(({ type }) => type === 'PasswordChanged');
  return { rig, ada: made.userId, link, reset, logIn, changes };
}

describe('a new password by a link', () => {
  it('[AUTH-24] opens the account from then on, and the former one does not', async () => {
    const { reset, link, logIn } = await rigWithAda();
    expect(await reset({ token: await link() })).toEqual({ ok: true });
    expect(await logIn(NEW)).toBe('ok');
    expect(await logIn(OLD)).toBe('Wrong password!');
  });

  it('[AUTH-24] ends every session, and the lock-out of the account', async () => {
    const { rig, ada, reset, link, logIn } = await rigWithAda();
    await rig.sessions.start(ada, 'Firefox on Linux', 'ou');
    for (let n = 0; n < LOGIN_ACCOUNT_MAX_FAILURES; n += 1) await logIn('wrong');
    expect(await logIn(OLD)).toContain('temporarily disabled');
    await reset({ token: await link() });
    expect(await rig.vault.sessions.listOf(ada)).toEqual([]);
    expect(rig.ended).toHaveLength(1);
    expect(await logIn(NEW)).toBe('ok');
  });

  it('[P2] takes effect once, however often it is sent; with another password it is refused', async () => {
    const { reset, link, logIn, changes } = await rigWithAda();
    const token = await link();
    for (let n = 0; n < 3; n += 1) expect(await reset({ token })).toEqual({ ok: true });
    expect(await reset({ token, password: 'something-else' })).toMatchObject({
      rejection: { code: 'COMMAND_ID_REUSED' },
    });
    expect(await reset({ token, id: idOf('another press') })).toMatchObject({ rejection: { code: 'LINK_WRONG' } });
    expect(await logIn(NEW)).toBe('ok');
    expect(await changes()).toHaveLength(1);
  });

  it('of two links the first one that is used counts', async () => {
    const { rig, reset, link, logIn } = await rigWithAda();
    const [first, second] = [await link(), await link()];
    rig.clock.advance(1_000);
    expect(await reset({ token: second })).toEqual({ ok: true });
    rig.clock.advance(1_000);
    expect(await reset({ token: first, id: idOf('older'), password: 'of-the-older-link' })).toMatchObject({
      rejection: { code: 'LINK_WRONG' },
    });
    expect(await logIn(NEW)).toBe('ok');
    expect(await logIn('of-the-older-link')).toBe('Wrong password!');
  });

  it.each([
    ['[AUTH-14] a short password', { password: '12345' }, 'PASSWORD_TOO_SHORT'],
    ['a password that everyone uses', { password: 'Password1' }, 'PASSWORD_COMMON'],
    ['another address', { email: 'eve@ou.edu' }, 'LINK_WRONG'],
    ['no link', { token: 'none' }, 'LINK_WRONG'],
  ])('refuses %s, and the link is still good', async (_what, change, code) => {
    const { reset, link, logIn } = await rigWithAda();
    const token = await link();
    expect(await reset({ token, ...change })).toMatchObject({ ok: false, rejection: { code } });
    expect(await logIn(OLD)).toBe('ok');
    expect(await reset({ token, id: idOf('right') })).toEqual({ ok: true });
  });

  it('a link to sign in with is none', async () => {
    const { rig, reset } = await rigWithAda();
    const token = await rig.links.draw({ purpose: 'sign-in', email: EMAIL, campus: 'ou' });
    expect(await reset({ token })).toMatchObject({ rejection: { code: 'LINK_WRONG' } });
  });

  it('a log-in under way with the former password begins no session', async () => {
    const { rig, ada, reset, link } = await rigWithAda();
    const before = await rig.logIn({ email: EMAIL, password: OLD }, '::1');
    await reset({ token: await link() });
    expect(before).toMatchObject({ ok: true, proof: { way: 'password', passwordId: ada } });
    expect((await rig.dispatcher.stateOf(userFact(ada))).passwordId).not.toBe(ada);
  });

  it('leaves one hash in the vault', async () => {
    const { rig, ada, reset, link } = await rigWithAda();
    await reset({ token: await link() });
    const record = JSON.parse((await rig.vault.credentials.find(ada))?.passwordHash ?? '');
    expect(record.map(({ id }: { id: string }) => id)).toEqual([
      newId(effectiveCommandId('visitor', idOf('reset')), 0),
    ]);
  });
});

describe('hashes of passwords', () => {
  const hashesOf = (rig = identityRig()) => ({
    rig,
    hashes: createPasswordHashes(rig.vault.credentials, rig.clock.now),
  });
  const ada = idOf('ada');
  const of = (word: string) => ({ id: idOf(word), hash: `$2b$04$${word}` });

  it('stand beside each other until an event names one', async () => {
    const { hashes } = hashesOf();
    await hashes.add(ada, of('one'), null);
    await hashes.add(ada, of('two'), null);
    expect(await hashes.find(ada, idOf('one'))).toBe(of('one').hash);
    expect(await hashes.find(ada, idOf('two'))).toBe(of('two').hash);
    await hashes.drop(ada, idOf('one'));
    expect(await hashes.find(ada, idOf('one'))).toBeNull();
  });

  it('are never lost where several are added at a time', async () => {
    const { hashes } = hashesOf();
    const words = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(words.map((word) => hashes.add(ada, of(word), null)));
    for (const word of words) expect(await hashes.find(ada, idOf(word))).toBe(of(word).hash);
  });

  it('keep the one that stands, whatever comes; those without an event go after an hour', async () => {
    const { rig, hashes } = hashesOf();
    await hashes.add(ada, of('standing'), null);
    await hashes.add(ada, of('lost'), idOf('standing'));
    rig.clock.advance(PENDING_PASSWORD_MS + 1);
    await hashes.add(ada, of('next'), idOf('standing'));
    expect(await hashes.find(ada, idOf('standing'))).not.toBeNull();
    expect(await hashes.find(ada, idOf('lost'))).toBeNull();
  });

  it('wait in no great number', async () => {
    const { hashes } = hashesOf();
    await hashes.add(ada, of('standing'), null);
    for (let n = 0; n < PENDING_PASSWORDS_MAX; n += 1) {
      expect(await hashes.add(ada, of(`pending ${n}`), idOf('standing'))).toBe(true);
    }
    expect(await hashes.add(ada, of('one more'), idOf('standing'))).toBe(false);
    expect(await hashes.find(ada, idOf('one more'))).toBeNull();
  });

  it('[P10] are sealed as one record under the key of their person', async () => {
    const rig = identityRig();
    const hashes = createPasswordHashes(sealCredentials(rig.vault).credentials, rig.clock.now);
    await hashes.add(ada, of('one'), null);
    expect((await rig.vault.credentials.find(ada))?.passwordHash).toMatch(/^sealed:/);
    expect(await hashes.find(ada, idOf('one'))).toBe(of('one').hash);
    await rig.vault.keys.destroy([ada]);
    expect(await hashes.find(ada, idOf('one'))).toBeNull();
  });
});
