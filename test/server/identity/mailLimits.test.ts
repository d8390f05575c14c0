import { describe, expect, it } from '@jest/globals';
import { createFairThrottle } from '#server/fairness/fairThrottle.ts';
import {
  CODE_MAIL_LIMITS,
  MAILBOX_MAILS_PER_DAY,
  MAILBOX_MAILS_PER_HOUR,
  SIGN_UP_LIMITS,
} from '#server/identity/limits.ts';
import type { Mailing } from '#server/identity/mailLimits.ts';
import { type IdentityRig, identityRig } from '../support/identityRig.ts';
import { idOf } from '../support/people.ts';

const HOUR_MS = 3_600_000;

const mailing = (change: Partial<Mailing> = {}): Mailing => ({
  asker: idOf('ada'),
  campus: 'ou',
  purpose: 'join-campus',
  email: 'ada@ou.edu',
  ...change,
});

/** How many of these mailings, asked for one after the other, are allowed. */
async function allowed(rig: IdentityRig, mailings: readonly Mailing[]): Promise<number> {
  let count = 0;
  for (const each of mailings) if (await rig.mayMail(each)) count += 1;
  return count;
}

const many = (count: number, make: (n: number) => Partial<Mailing>) =>
  Array.from({ length: count }, (_, n) => mailing(make(n)));

describe('mails to one mailbox', () => {
  it('are few in an hour and in a day for each mailbox, from any sender and with any tag', async () => {
    const rig = identityRig();
    const flood = many(50, (n) => ({
      asker: idOf(`eve ${n}`),
      email: `Ada+${n}@ou.edu`,
      campus: n % 2 ? 'ou' : 'ut',
    }));
    expect(await allowed(rig, flood)).toBe(MAILBOX_MAILS_PER_HOUR);
    let day = MAILBOX_MAILS_PER_HOUR;
    for (let hour = 1; hour < 24; hour += 1) {
      rig.clock.advance(HOUR_MS - 1);
      day += await allowed(rig, flood);
    }
    expect(day).toBe(MAILBOX_MAILS_PER_DAY);
  });

  it('are left for its owner, however often a few others have asked before', async () => {
    const rig = identityRig();
    const greedy = many(20, () => ({ asker: idOf('eve') }));
    let sent = 0;
    for (let hour = 0; hour < 20; hour += 1) {
      sent += await allowed(rig, greedy);
      rig.clock.advance(HOUR_MS);
    }
    expect(sent).toBe(Math.ceil(MAILBOX_MAILS_PER_DAY / 2));
    for (const word of ['mallory', 'trudy']) {
      await allowed(
        rig,
        many(20, () => ({ asker: idOf(word) })),
      );
      rig.clock.advance(HOUR_MS + 1);
    }
    expect(await allowed(rig, [mailing()])).toBe(1);
  });

  it('of other mailboxes go on, and so do those by which the owner signs up', async () => {
    const rig = identityRig();
    await allowed(
      rig,
      many(50, (n) => ({ asker: idOf(`eve ${n}`) })),
    );
    expect(await allowed(rig, [mailing({ email: 'bob@ou.edu' })])).toBe(1);
    expect(await allowed(rig, [mailing({ purpose: 'confirm-email' })])).toBe(1);
  });
});

describe('mails of one campus', () => {
  it('are braked, and a new account still gets its code beside a flood of greedy ones', async () => {
    const rig = identityRig();
    const greedy = 100;
    const flood = many(greedy * 40, (n) => ({ asker: idOf(`eve ${n % greedy}`), email: `m${n}@ou.edu` }));
    const sent = await allowed(rig, flood);
    expect(sent).toBeLessThan(CODE_MAIL_LIMITS.max);
    expect(sent).toBeGreaterThan(CODE_MAIL_LIMITS.max * 0.9);
    expect(await allowed(rig, [mailing()])).toBe(1);
    expect(await allowed(rig, [mailing({ campus: 'ut', email: 'x@utexas.edu' })])).toBe(1);
  });
});

describe('fair throttle', () => {
  it('leaves something for newcomers as long as anything is free, and gives all of it in the end', async () => {
    const { vault, clock } = identityRig();
    const throttle = createFairThrottle(vault.attempts, new Uint8Array(32), clock.now, { ...SIGN_UP_LIMITS, max: 100 });
    const taken = async (source: string, wanted: number) => {
      let count = 0;
      for (let n = 0; n < wanted; n += 1) if (await throttle.take('ou', source)) count += 1;
      return count;
    };
    expect(await taken('greedy', 100)).toBe(20);
    expect(await taken('greedy too', 100)).toBe(16);
    let newcomers = 0;
    while ((await taken(`newcomer ${newcomers}`, 1)) === 1) newcomers += 1;
    expect(newcomers).toBe(64);
    clock.advance(SIGN_UP_LIMITS.windowMs + 1);
    expect(await taken('greedy', 100)).toBe(20);
  });

  it('is exact when all ask at once', async () => {
    const { vault, clock } = identityRig();
    const throttle = createFairThrottle(vault.attempts, new Uint8Array(32), clock.now, { ...SIGN_UP_LIMITS, max: 10 });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => throttle.take('ou', `source ${n}`)));
    expect(answers.filter(Boolean)).toHaveLength(10);
  });

  it('[P9] keeps no source in the vault in plain text', async () => {
    const { vault, clock } = identityRig();
    const keys: string[] = [];
    const { fail } = vault.attempts;
    vault.attempts.fail = (key, at) => {
      keys.push(key);
      return fail(key, at);
    };
    await createFairThrottle(vault.attempts, new Uint8Array(32), clock.now, SIGN_UP_LIMITS).take('ou', '203.0.113.9');
    expect(keys).toEqual(['sign-up:ou', expect.stringMatching(/^sign-up:ou:[0-9a-f]{64}$/)]);
  });
});

describe('signing up', () => {
  it('goes on for other addresses when one has had its share', async () => {
    const rig = identityRig({ hash: async (password) => password, matches: async (a, b) => a === b });
    const signUp = async (n: number, address: string) =>
      await rig.register(
        { id: idOf(`form ${n}`), email: `s${n}@ou.edu`, name: 'Ada Lovelace', password: 'engine-1843' },
        'ou',
        address,
      );
    let made = 0;
    while ((await signUp(made, '203.0.113.9')).ok) made += 1;
    expect(made).toBe(SIGN_UP_LIMITS.max / 5);
    expect(await signUp(made, '203.0.113.9')).toMatchObject({ ok: false, rejections: [{ code: 'BUSY' }] });
    expect(await signUp(made + 1, '198.51.100.7')).toMatchObject({ ok: true });
  });
});
