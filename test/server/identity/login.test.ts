import { afterEach, describe, expect, it, jest } from '@jest/globals';
import bcrypt from 'bcrypt';
import { QueueFull } from '#server/fairness/fairQueue.ts';
import {
  BCRYPT_PARALLEL,
  BCRYPT_WAITING_PER_ADDRESS,
  LOGIN_ACCOUNT_MAX_FAILURES,
  LOGIN_ADDRESS_MAX_FAILURES,
  LOGIN_WINDOW_MS,
} from '#server/identity/limits.ts';
import type { LoggedIn } from '#server/identity/login.ts';
import { createPasswordHasher } from '#server/identity/passwords.ts';
import { refusalOf } from '#server/kernel/refusal.ts';
import { type IdentityRig, identityRig } from '../support/identityRig.ts';
import { idOf, SYSTEM } from '../support/people.ts';

const PASSWORD = 'engine-1843';
const LOCKED =
  'Access to this account has been temporarily disabled due to many failed login attempts. ' +
  'You can immediately restore it by resetting your password or you can try again later.';

afterEach(() => void jest.restoreAllMocks());

async function rigWithAda(): Promise<IdentityRig> {
  const rig = identityRig();
  await rig.register({ id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD }, 'ou', '::1');
  return rig;
}

const text = (answer: LoggedIn) => (answer.ok ? 'ok' : refusalOf(answer.rejection).text);

describe('login', () => {
  it.each([
    ['[AUTH-06] no address', { email: '', password: '' }, 'Email is required.'],
    ['[AUTH-09] a malformed address', { email: 'ada@', password: '' }, 'Invalid email address.'],
    ['[AUTH-06] no password', { email: 'ada@ou.edu', password: '' }, 'Password is required.'],
    ['[AUTH-09] an unknown address', { email: 'eve@ou.edu', password: PASSWORD }, 'Incorrect. Please try again.'],
    ['[AUTH-09] a wrong password', { email: 'ada@ou.edu', password: 'wrong' }, 'Wrong password!'],
    ['[AUTH-03] the right password', { email: 'ada@ou.edu', password: PASSWORD }, 'ok'],
    ['another spelling of the address', { email: ' ADA@OU.edu', password: PASSWORD }, 'ok'],
  ])('answers to %s', async (_name, credentials, expected) => {
    const rig = await rigWithAda();
    expect(text(await rig.logIn(credentials, '::1'))).toBe(expected);
  });

  it('[AUTH-08] locks an account after too many wrong passwords from any sender, until the window has passed', async () => {
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
    for (let n = 0; n < LOGIN_ADDRESS_MAX_FAILURES; n += 1) {
      await rig.logIn({ email: `student${n}@ou.edu`, password: 'guess' }, '10.0.0.1');
    }
    expect(text(await rig.logIn({ email: 'ada@ou.edu', password: PASSWORD }, '10.0.0.1'))).toBe(LOCKED);
    expect(text(await rig.logIn({ email: 'ada@ou.edu', password: PASSWORD }, '10.0.0.2'))).toBe('ok');
  });

  it('[AUTH-08 in part] forgets wrong passwords of an account once the right one came', async () => {
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
    const { begin, end } = rig.vault.attempts;
    rig.vault.attempts.begin = (tryId, windows, ...instants) => {
      keys.push(...windows.map(({ key }) => key));
      return begin(tryId, windows, ...instants);
    };
    rig.vault.attempts.end = (tryId, failed, at) => {
      keys.push(...failed);
      return end(tryId, failed, at);
    };
    await rig.logIn({ email: 'ada@ou.edu', password: 'x' }, '203.0.113.9');
    expect(keys).toHaveLength(4);
    for (const key of keys) expect(key).toMatch(/^login(-ip)?:[0-9a-f]{64}$/);
  });
});

describe('logins that wait for their turn', () => {
  /** A rig whose passwords are compared when the test says so; a hash is the password itself. */
  async function slowRig() {
    const ends: (() => void)[] = [];
    const compared: string[] = [];
    /** How many were compared before each hash. */
    const hashed: number[] = [];
    const rig = identityRig({
      async hash(password) {
        hashed.push(compared.length);
        return password;
      },
      async matches(password, hash) {
        compared.push(password);
        await new Promise<void>((resolve) => ends.push(resolve));
        return password === hash;
      },
    });
    await rig.register(
      { id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD },
      'ou',
      '::1',
    );
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    const finish = async () => {
      await settle();
      for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
        end();
        await settle();
      }
    };
    return { ...rig, compared, hashed, finish, settle };
  }

  const FLOOD = BCRYPT_PARALLEL + BCRYPT_WAITING_PER_ADDRESS;

  it('lets an address that sends one in before the flood of another', async () => {
    const { logIn, compared, finish, settle } = await slowRig();
    const flood = Array.from({ length: FLOOD }, (_, n) =>
      logIn({ email: `eve${n}@ou.edu`, password: 'guess' }, '203.0.113.9').catch(() => null),
    );
    await settle();
    const honest = logIn({ email: 'ada@ou.edu', password: PASSWORD }, '198.51.100.7');
    await finish();
    expect(await honest).toMatchObject({ ok: true });
    expect(compared.indexOf(PASSWORD)).toBeLessThanOrEqual(BCRYPT_PARALLEL + 1);
    await Promise.all(flood);
  });

  it('counts no right password as a failure, however many wait', async () => {
    const { logIn, finish } = await slowRig();
    const logins = Array.from({ length: FLOOD }, () => logIn({ email: 'ada@ou.edu', password: PASSWORD }, '::1'));
    await finish();
    expect(new Set((await Promise.all(logins)).map(text))).toEqual(new Set(['ok']));
  });

  it('refuses what one address has too much of, counts it nowhere, and says when to come again', async () => {
    const { logIn, finish } = await slowRig();
    const logins = Array.from({ length: FLOOD + 5 }, () =>
      logIn({ email: 'ada@ou.edu', password: PASSWORD }, '::1').then(text, (error: unknown) => error),
    );
    await finish();
    const answers = await Promise.all(logins);
    const refused = answers.filter((answer) => answer instanceof QueueFull);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ byKey: true, seconds: expect.any(Number) });
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(FLOOD);
  });

  it('lets people sign up beside a flood of logins', async () => {
    const { logIn, register, hashed, finish, settle } = await slowRig();
    const flood = Array.from({ length: FLOOD }, (_, n) =>
      logIn({ email: `eve${n}@ou.edu`, password: 'guess' }, '203.0.113.9').catch(() => null),
    );
    await settle();
    const form = { id: idOf('bob'), email: 'bob@ou.edu', name: 'Bob Stone', password: PASSWORD };
    const signUp = register(form, 'ou', '203.0.113.9');
    await settle();
    await finish();
    expect(await signUp).toMatchObject({ ok: true });
    expect(hashed.at(-1)).toBeLessThanOrEqual(BCRYPT_PARALLEL + 1);
    await Promise.all(flood);
  });
});

describe('passwords', () => {
  it('takes 72 bytes for what they are: a longer one is never right', async () => {
    const { hasher } = identityRig();
    const hash = await hasher.hash('x'.repeat(72));
    expect(await hasher.matches('x'.repeat(72), hash)).toBe(true);
    expect(await hasher.matches('x'.repeat(73), hash)).toBe(false);
  });

  it('are hashed at the cost of the rules of security: 2^12 rounds', async () => {
    expect(bcrypt.getRounds(await createPasswordHasher().hash(PASSWORD))).toBe(12);
  });

  it('says no for someone without a password', async () => {
    expect(await identityRig().hasher.matches('anything', null)).toBe(false);
  });

  it('compares a password as long for nobody as for somebody: one hash each, of the same cost', async () => {
    const cost = 5;
    const hasher = createPasswordHasher(cost);
    const hash = await hasher.hash(PASSWORD);
    const compare = jest.spyOn(bcrypt, 'compare');
    for (const known of [hash, null]) await hasher.matches('wrong', known);
    expect(compare.mock.calls.map(([, compared]) => bcrypt.getRounds(compared))).toEqual([cost, cost]);
  });

  it('a log-in costs the same whether the address is known, has no password, or is nobody’s', async () => {
    const rig = await rigWithAda();
    const grace = { googleId: '1', email: 'grace@gmail.com', name: 'Grace Hopper' };
    expect(await rig.give(SYSTEM, idOf('google'), 'RegisterWithGoogle', grace)).toMatchObject({ ok: true });
    const compare = jest.spyOn(bcrypt, 'compare');
    const begin = jest.spyOn(rig.vault.attempts, 'begin');
    for (const email of ['ada@ou.edu', grace.email, 'nobody@ou.edu']) {
      await rig.logIn({ email, password: 'wrong' }, '::1');
      expect([email, compare.mock.calls.length, begin.mock.calls.length]).toEqual([email, 1, 1]);
      for (const spy of [compare, begin]) spy.mockClear();
    }
  });
});
