import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import type { SessionCookies } from '#server/identity/cookies.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES } from '#server/identity/limits.ts';
import type { PasswordHasher } from '#server/identity/passwords.ts';
import { VAULT_POLL_EVERY_MS } from '#server/kernel/vaultTail.ts';
import type { Vault } from '#server/ports/vault.ts';
import { idOf, SYSTEM, userActor, VISITOR } from './support/people.ts';
import { type Processes, type TestProcess, twoProcesses } from './support/twoProcesses.ts';

const SEED = 20_260_302;
const PASSWORD = 'engine-1843';
const FORM = { id: idOf('ada'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD };
const ADA = newId(effectiveCommandId('visitor', FORM.id), 0);
const CODE_ID = newId(effectiveCommandId('visitor', FORM.id), 1);

/** Two processes, and an account that was made by the first. */
async function withAda() {
  const rig = await twoProcesses();
  expect(await rig.a.register(FORM, 'ou', '::1')).toMatchObject({ ok: true });
  return rig;
}

/** The same, and the account's address is confirmed. */
async function withConfirmed() {
  const rig = await withAda();
  expect(await rig.a.give(userActor(ADA), idOf('confirm'), 'ConfirmEmail', { codeId: CODE_ID })).toMatchObject({
    ok: true,
  });
  return rig;
}

async function signedIn({ a }: Pick<Processes, 'a'>): Promise<{ sessionId: string; cookies: SessionCookies }> {
  const { sessionId, renewed } = await a.sessions.start(ADA, 'Firefox on Linux');
  if (renewed === null) throw new Error('A new session has no cookies.');
  return { sessionId, cookies: renewed };
}

/** Advances time until each process has read the others' changes. */
async function looked({ hubClock }: Pick<Processes, 'hubClock'>): Promise<void> {
  hubClock.advance(VAULT_POLL_EVERY_MS);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

const logIn = (process: TestProcess, password: string) => process.logIn({ email: FORM.email, password }, '203.0.113.9');

describe('sessions of two processes', () => {
  it('[AUTH-31] one that was ended in one is refused in the other at once, and its sockets there end within a second', async () => {
    const rig = await withAda();
    const { sessionId, cookies } = await signedIn(rig);
    expect(await rig.b.sessions.authenticate(cookies)).toMatchObject({ userId: ADA });
    await rig.a.sessions.end(sessionId);
    expect(await rig.b.sessions.authenticate(cookies)).toBeNull();
    expect(await rig.b.sessions.stands(sessionId)).toBe(false);
    expect(rig.b.ended).toEqual([]);
    await looked(rig);
    expect(rig.b.ended).toEqual([sessionId]);
  });

  it('[AUTH-31] all of a user’s end in both', async () => {
    const rig = await withAda();
    const [first, second] = [await signedIn(rig), await signedIn({ a: rig.b })];
    await rig.b.sessions.endAllOf(ADA);
    expect(await rig.a.sessions.authenticate(first.cookies)).toBeNull();
    await looked(rig);
    expect(rig.a.ended.toSorted()).toEqual([first.sessionId, second.sessionId].toSorted());
  });

  it('one refresh token that both exchange at once gives the same next one, and ends nothing', async () => {
    const rig = await withAda();
    const { cookies, sessionId } = await signedIn(rig);
    const refresh = { access: null, refresh: cookies.refresh };
    const [one, other] = await Promise.all([rig.a, rig.b].map(({ sessions }) => sessions.authenticate(refresh)));
    expect(one?.renewed?.refresh).toBe(other?.renewed?.refresh);
    // A token that is used up in one process is used up in the other.
    rig.clock.advance(120_000);
    expect(await rig.b.sessions.authenticate(refresh)).toBeNull();
    expect(await rig.a.sessions.stands(sessionId)).toBe(false);
  });
});

describe('passwords and codes of two processes', () => {
  it('a password that changed in one is the one that the other compares', async () => {
    const rig = await withAda();
    expect(await logIn(rig.b, PASSWORD)).toMatchObject({ ok: true });
    const other = await rig
      .another()
      .register({ ...FORM, id: idOf('eve'), email: 'eve@ou.edu', password: 'new-one' }, 'ou', '::1');
    const hash = other.ok ? await rig.vault.credentials.find(other.userId) : null;
    const { stamp = null } = (await rig.vault.credentials.find(ADA)) ?? {};
    const at = rig.clock.now().toISOString();
    expect(await rig.vault.credentials.put(ADA, hash?.passwordHash ?? '', 'change', at, stamp)).not.toBeNull();
    expect(await logIn(rig.b, PASSWORD)).toMatchObject({ ok: false, rejection: { code: 'PASSWORD_WRONG' } });
    expect(await logIn(rig.a, 'new-one')).toMatchObject({ ok: true });
  });

  it('[AUTH-08] a lock-out in one holds in the other', async () => {
    const rig = await withAda();
    for (let n = 0; n < LOGIN_ACCOUNT_MAX_FAILURES; n += 1) await logIn([rig.a, rig.b][n % 2] ?? rig.a, 'wrong');
    for (const process of [rig.a, rig.b]) {
      expect(await logIn(process, PASSWORD)).toMatchObject({ ok: false, rejection: { code: 'LOGIN_LOCKED' } });
    }
  });

  it('a code that both use at once is used by one command', async () => {
    const rig = await withAda();
    const use = { userId: ADA, purpose: 'confirm-email', email: FORM.email, campus: 'ou' } as const;
    const code = await rig.a.codes.draw(CODE_ID, use);
    const by = { userId: ADA, campus: 'ou', address: '::1' };
    const answers = await Promise.all(
      [rig.a, rig.b].map(({ verification }, n) => verification.confirmEmail({ id: idOf(`use ${n}`), code }, by)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await rig.store.readStream(`user-${ADA}`)).filter(({ type }) => type === 'EmailConfirmed')).toHaveLength(1);
  });

  it('[AUTH-08] parallel guesses in both never exceed the limit together, however they interleave', async () => {
    const guesses = fc.integer({ min: 1, max: LOGIN_ACCOUNT_MAX_FAILURES });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), guesses, async (scheduler, each) => {
        const rig = await withAda();
        let compared = 0;
        const hasher: PasswordHasher = {
          hash: async () => '',
          async matches() {
            compared += 1;
            await scheduler.schedule(Promise.resolve());
            return false;
          },
        };
        const vault = (over: Vault) => interleaved(over, scheduler);
        const processes = [rig.another({ vault, hasher }), rig.another({ vault, hasher })];
        const tried = processes.flatMap((process) => Array.from({ length: each }, () => logIn(process, 'wrong')));
        const answers = await scheduler.waitFor(Promise.all(tried));
        expect(compared).toBe(Math.min(2 * each, LOGIN_ACCOUNT_MAX_FAILURES));
        expect(answers.filter((answer) => !answer.ok && answer.rejection.code === 'LOGIN_LOCKED')).toHaveLength(
          2 * each - compared,
        );
      }),
      { seed: SEED, numRuns: 30 },
    );
  });
});

/** A vault whose answers about tries and password hashes come in any order. */
function interleaved(vault: Vault, scheduler: fc.Scheduler): Vault {
  const later =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args);
      await scheduler.schedule(Promise.resolve());
      return result;
    };
  const { attempts, credentials } = vault;
  const { count, begin, end } = attempts;
  const { find, put, remove } = credentials;
  return {
    ...vault,
    attempts: { ...attempts, count: later(count), begin: later(begin), end: later(end) },
    credentials: { ...credentials, find: later(find), put: later(put), remove: later(remove) },
  };
}

/** Compares and hashes at once, so that many interleavings can be tried. */
const plainHasher: PasswordHasher = {
  hash: async (password) => `${password} ${randomUUID()}`,
  matches: async (password, hash) => hash?.startsWith(`${password} `) ?? false,
};

describe('one sign-up form that is sent to both at once', () => {
  type Form = typeof FORM;
  const TAKEN = 'taken@ou.edu';
  /**
   * The outcome of copies of a form, in any order of the vault's answers, and the account that the log-in then opens.
   */
  async function signUps(scheduler: fc.Scheduler, forms: readonly Form[]) {
    const rig = await twoProcesses();
    const vault = (over: Vault) => interleaved(over, scheduler);
    const hasher = plainHasher;
    await rig.another({ hasher }).register({ ...FORM, id: idOf('holder'), email: TAKEN }, 'ou', '::1');
    const signed = forms.map((form) => rig.another({ vault, hasher }).register(form, 'ou', '::1'));
    const outcomes = await scheduler.waitFor(Promise.allSettled(signed));
    const reader = rig.another({ hasher });
    const opens = async ({ email, password }: Form) => (await reader.logIn({ email, password }, '203.0.113.9')).ok;
    return { outcomes, opens };
  }
  const isYes = (outcome: PromiseSettledResult<{ readonly ok: boolean }> | undefined) =>
    outcome?.status === 'fulfilled' && outcome.value.ok;

  it('opens with the password of the one that was accepted, and the other is refused', async () => {
    const forms = [FORM, { ...FORM, password: 'compiler-1952' }];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { outcomes, opens } = await signUps(scheduler, forms);
        for (const [n, form] of forms.entries()) expect(await opens(form)).toBe(isYes(outcomes[n]));
        expect(outcomes.filter(isYes)).toHaveLength(1);
        const refused = outcomes.find((outcome) => !isYes(outcome));
        expect(refused).toMatchObject({ value: { rejections: [{ code: 'COMMAND_ID_REUSED' }] } });
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('is accepted in both when it is the same, and keeps its password when a copy with a taken address is refused', async () => {
    const forms = [FORM, FORM, { ...FORM, email: TAKEN }];
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { outcomes, opens } = await signUps(scheduler, forms);
        expect(outcomes.map(isYes)).toEqual([true, true, false]);
        expect(await opens(FORM)).toBe(true);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});

describe('commands of two processes', () => {
  it('[P2] the same command that is sent to both at once takes effect once, and both say so', async () => {
    const rig = await withConfirmed();
    const answers = await Promise.all(
      [rig.a, rig.b].map(({ give }) => give(userActor(ADA), idOf('bio'), 'ChangeBio', { bio: 'Hello.' })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await rig.store.readStream(`user-${ADA}`)).filter(({ type }) => type === 'BioChanged')).toHaveLength(1);
  });

  it('[P3] commands of both on one stream all take effect, one after the other', async () => {
    const rig = await withConfirmed();
    const bios = Array.from({ length: 6 }, (_, n) => n);
    const answers = await Promise.all(
      bios.map((n) =>
        (n % 2 === 0 ? rig.a : rig.b).give(userActor(ADA), idOf(`bio ${n}`), 'ChangeBio', { bio: `${n}` }),
      ),
    );
    expect(answers.map(({ ok }) => ok)).toEqual(bios.map(() => true));
    const events = await rig.store.readStream(`user-${ADA}`);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, n) => n));
  });

  it('a unique value that both take belongs to one of them', async () => {
    const rig = await twoProcesses();
    const take = (process: TestProcess, word: string) =>
      process.give(VISITOR, idOf(word), 'RegisterUser', {
        email: 'same@ou.edu',
        name: 'Ada Lovelace',
        acceptedTerms: true,
      });
    const outcomes = await Promise.allSettled([take(rig.a, 'one'), take(rig.b, 'other')]);
    const accepted = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.ok);
    expect(accepted).toHaveLength(1);
    const again = await Promise.all([take(rig.a, 'one'), take(rig.b, 'other')]);
    expect(again.filter(({ ok }) => ok)).toHaveLength(1);
    expect(again.find(({ ok }) => !ok)).toMatchObject({ rejection: { code: 'EMAIL_TAKEN' } });
  });
});

describe('a person who is erased in one of two processes', () => {
  const erase = (process: TestProcess) => process.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: ADA });

  it('[P10] is not written about in the other, and nothing of what it had read stays there', async () => {
    const rig = await withConfirmed();
    await rig.b.give(userActor(ADA), idOf('bio'), 'ChangeBio', { bio: 'A canary.' });
    const read = async () => JSON.stringify(await rig.b.log.readStream(`user-${ADA}`));
    expect(await read()).toContain('A canary.');
    // The key is destroyed before the other process reads of it in the log.
    await rig.vault.keys.destroy([ADA]);
    const bio = { type: 'BioChanged', data: { userId: ADA, bio: 'Again.' } };
    const meta = (await rig.store.readStream(`user-${ADA}`))[0]?.meta;
    if (meta === undefined) throw new Error('Ada is not in the log.');
    await expect(rig.b.log.seal([{ id: idOf('late'), meta, ...bio } as never])).rejects.toMatchObject({
      name: 'SubjectDestroyed',
    });
    await looked(rig);
    expect(await read()).not.toContain('A canary.');
    expect(await erase(rig.a)).toMatchObject({ ok: true });
    expect(await rig.b.give(userActor(ADA), idOf('after'), 'ChangeBio', { bio: 'Again.' })).toMatchObject({
      ok: false,
    });
  });

  it('[P10] what the other had sealed before, and appends after the key is gone, is read by nobody', async () => {
    const rig = await withConfirmed();
    const { promise: sealed, resolve: hasSealed } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = rig.another({
      store: (store) => ({
        ...store,
        append: async (...append) => {
          hasSealed();
          await released;
          return store.append(...append);
        },
      }),
    });
    const late = slow.give(userActor(ADA), idOf('bio'), 'ChangeBio', { bio: 'A canary.' });
    await sealed;
    // No event says yet that she is erased: the append finds its revision.
    await rig.vault.keys.destroy([ADA]);
    release();
    expect(await late).toMatchObject({ ok: true });
    await erase(rig.a);
    for (const process of [rig.a, rig.b, slow]) {
      await process.tail.poll();
      expect(JSON.stringify(await process.log.readStream(`user-${ADA}`))).not.toContain('A canary.');
    }
    expect(JSON.stringify(await rig.store.readStream(`user-${ADA}`))).not.toContain('A canary.');
  });
});
