import { describe, expect, it } from '@jest/globals';
import { refusalOf } from '#server/dispatch/refusal.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES, LOGIN_ADDRESS_MAX_TRIES, LOGIN_WINDOW_MS } from '#server/identity/limits.ts';
import type { LoggedIn } from '#server/identity/login.ts';
import { type IdentityRig, identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const PASSWORD = 'engine-1843';
const LOCKED =
  'Access to this account has been temporarily disabled due to many failed login attempts. ' +
  'You can immediately restore it by resetting your password or you can try again later.';

async function rigWithAda(): Promise<IdentityRig> {
  const rig = identityRig();
  await rig.register({ id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD }, 'ou');
  return rig;
}

const text = (answer: LoggedIn) => (answer.ok ? 'ok' : refusalOf(answer.rejection).text);

describe('login', () => {
  it.each([
    ['[AUTH-06] no address', { email: '', password: '' }, 'Email is required.'],
    ['[AUTH-06] a malformed address', { email: 'ada@', password: '' }, 'Invalid email address!'],
    ['[AUTH-06] no password', { email: 'ada@ou.edu', password: '' }, 'Password is required.'],
    ['[AUTH-09] an unknown address', { email: 'eve@ou.edu', password: PASSWORD }, 'Incorrect. Please try again.'],
    ['[AUTH-09] a wrong password', { email: 'ada@ou.edu', password: 'wrong' }, 'Wrong password!'],
    ['[AUTH-03] the right password', { email: 'ada@ou.edu', password: PASSWORD }, 'ok'],
    ['another spelling of the address', { email: ' ADA@OU.edu', password: PASSWORD }, 'ok'],
  ])('answers to %s', async (_name, credentials, expected) => {
    const rig = await rigWithAda();
    expect(text(await rig.logIn(credentials, '::1'))).toBe(expected);
  });

  it('[AUTH-08] locks an account after too many wrong passwords, whoever asks, until the window has passed', async () => {
    const rig = await rigWithAda();
    const tryIt = (password: string, address: string) => rig.logIn({ email: 'ada@ou.edu', password }, address);
    for (let n = 0; n < LOGIN_ACCOUNT_MAX_FAILURES; n += 1) {
      expect(text(await tryIt('wrong', `10.0.0.${n}`))).toBe('Wrong password!');
    }
    expect(text(await tryIt(PASSWORD, '10.1.0.1'))).toBe(LOCKED);
    rig.clock.advance(LOGIN_WINDOW_MS + 1);
    expect(text(await tryIt(PASSWORD, '10.1.0.1'))).toBe('ok');
  });

  it('[AUTH-08] counts guesses that come all at once', async () => {
    const rig = await rigWithAda();
    const guesses = Array.from({ length: 40 }, () => rig.logIn({ email: 'ada@ou.edu', password: 'wrong' }, '::1'));
    const wrong = (await Promise.all(guesses)).filter((answer) => text(answer) === 'Wrong password!');
    expect(wrong.length).toBeLessThanOrEqual(LOGIN_ACCOUNT_MAX_FAILURES);
  });

  it('[AUTH-08] locks a network address that tries many accounts', async () => {
    const rig = await rigWithAda();
    for (let n = 0; n < LOGIN_ADDRESS_MAX_TRIES; n += 1) {
      await rig.logIn({ email: `student${n}@ou.edu`, password: 'guess' }, '10.0.0.1');
    }
    expect(text(await rig.logIn({ email: 'ada@ou.edu', password: PASSWORD }, '10.0.0.1'))).toBe(LOCKED);
    expect(text(await rig.logIn({ email: 'ada@ou.edu', password: PASSWORD }, '10.0.0.2'))).toBe('ok');
  });

  it('forgets wrong passwords of an account once the right one came', async () => {
    const rig = await rigWithAda();
    for (let n = 0; n < 3 * LOGIN_ACCOUNT_MAX_FAILURES; n += 1) {
      const right = n % 5 === 4;
      const answer = await rig.logIn({ email: 'ada@ou.edu', password: right ? PASSWORD : 'wrong' }, '::1');
      expect(answer.ok).toBe(right);
    }
  });

  it('[P9] keeps neither address nor network address in the vault in plain text', async () => {
    const rig = identityRig();
    const keys: string[] = [];
    const { fail } = rig.vault.attempts;
    rig.vault.attempts.fail = (key, at, since) => {
      keys.push(key);
      return fail(key, at, since);
    };
    await rig.logIn({ email: 'ada@ou.edu', password: 'x' }, '203.0.113.9');
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).toMatch(/^login(-ip)?:[0-9a-f]{64}$/);
  });
});

describe('passwords', () => {
  it('takes 72 bytes for what they are: a longer one is never right', async () => {
    const { hasher } = identityRig();
    const hash = await hasher.hash('x'.repeat(72));
    expect(await hasher.matches('x'.repeat(72), hash)).toBe(true);
    expect(await hasher.matches('x'.repeat(73), hash)).toBe(false);
  });

  it('says no for someone without a password', async () => {
    expect(await identityRig().hasher.matches('anything', null)).toBe(false);
  });
});
