import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { CODE_MAX_WRONG_ANSWERS } from '#domain/user/limits.ts';
import { RATE_SHARE_EVERY_MS, RATE_SHARE_FROM } from '#server/fairness/rateShare.ts';
import type { SessionCookies } from '#server/identity/cookies.ts';
import { LOGIN_ACCOUNT_MAX_FAILURES } from '#server/identity/limits.ts';
import { VAULT_POLL_EVERY_MS } from '#server/kernel/vaultTail.ts';
import { COMMANDS_PER_USER } from '#server/write/clientCommands.ts';
import { idOf, SYSTEM, userActor, VISITOR } from '#test/server/support/people.ts';
import type { Processes, TestProcess } from '#test/server/support/twoProcesses.ts';
import { type Start, uncertainCommandsContract } from './processesOutcomes.ts';

const PASSWORD = 'engine-1843';
export const FORM = { id: idOf('ada'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD };
const ADA = newId(effectiveCommandId('visitor', FORM.id), 0);
const CODE_ID = newId(effectiveCommandId('visitor', FORM.id), 1);

/**
 * Several API processes over one set of stores: what is revoked or used up in one is so in all, within a second.
 *
 * @param name of the engine of the vault
 */
export function processesContract(name: string, start: Start): void {
  describe(`two processes over one vault: ${name}`, () => {
    describe('sessions', () => sessionsContract(start));
    describe('passwords and codes', () => secretsContract(start));
    describe('rates of requests', () => ratesContract(start));
    describe('commands', () => commandsContract(start));
    describe('commands that append nothing, or without an answer', () => uncertainCommandsContract(start));
    describe('a person who is erased in one', () => erasureContract(start));
  });
}

/** Two processes, and an account that was made by the first. */
async function withAda(start: Start) {
  const rig = await start();
  expect(await rig.a.register(FORM, 'ou', '::1')).toMatchObject({ ok: true });
  return rig;
}

/** The same, and the account's address is confirmed. */
async function withConfirmed(start: Start) {
  const rig = await withAda(start);
  expect(await rig.a.give(userActor(ADA), idOf('confirm'), 'ConfirmEmail', { codeId: CODE_ID })).toMatchObject({
    ok: true,
  });
  return rig;
}

async function signedIn({ a }: Pick<Processes, 'a'>): Promise<{ sessionId: string; cookies: SessionCookies }> {
  const { sessionId, renewed } = await a.sessions.start(ADA, 'Firefox on Linux', 'ou');
  if (renewed === null) throw new Error('A new session has no cookies.');
  return { sessionId, cookies: renewed };
}

/** Advances time until each process has read the others' changes. */
async function looked({ hubClock, settled }: Pick<Processes, 'hubClock' | 'settled'>): Promise<void> {
  hubClock.advance(VAULT_POLL_EVERY_MS);
  await settled();
}

const logIn = (process: TestProcess, password: string) => process.logIn({ email: FORM.email, password }, '203.0.113.9');

/** One that is ended in one process is refused in all. */
function sessionsContract(start: Start): void {
  it('[AUTH-31] one that was ended in one is refused in the other at once, and its sockets there end within a second', async () => {
    const rig = await withAda(start);
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
    const rig = await withAda(start);
    const [first, second] = [await signedIn(rig), await signedIn({ a: rig.b })];
    await rig.b.sessions.endAllOf(ADA);
    expect(await rig.a.sessions.authenticate(first.cookies)).toBeNull();
    await looked(rig);
    expect(rig.a.ended.toSorted()).toEqual([first.sessionId, second.sessionId].toSorted());
  });

  it('one refresh token that both exchange at once gives the same next one, and ends nothing', async () => {
    const rig = await withAda(start);
    const { cookies, sessionId } = await signedIn(rig);
    const refresh = { access: null, refresh: cookies.refresh };
    const [one, other] = await Promise.all([rig.a, rig.b].map(({ sessions }) => sessions.authenticate(refresh)));
    expect(one?.renewed?.refresh).toBe(other?.renewed?.refresh);
    // A token that is used up in one process is used up in the other.
    rig.clock.advance(120_000);
    expect(await rig.b.sessions.authenticate(refresh)).toBeNull();
    expect(await rig.a.sessions.stands(sessionId)).toBe(false);
  });
}

/** Log-ins and codes. */
function secretsContract(start: Start): void {
  it('a password that changed in one is the one that the other compares', async () => {
    const rig = await withAda(start);
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
    const rig = await withAda(start);
    for (let n = 0; n < LOGIN_ACCOUNT_MAX_FAILURES; n += 1) await logIn([rig.a, rig.b][n % 2] ?? rig.a, 'wrong');
    for (const process of [rig.a, rig.b]) {
      expect(await logIn(process, PASSWORD)).toMatchObject({ ok: false, rejection: { code: 'LOGIN_LOCKED' } });
    }
  });

  it('wrong answers to both count together, and void the code in both', async () => {
    const rig = await withAda(start);
    const use = { userId: ADA, purpose: 'confirm-email', email: FORM.email, campus: 'ou' } as const;
    const code = await rig.a.codes.draw(CODE_ID, use);
    const answer = (n: number, given: string) => {
      const { verification } = [rig.a, rig.b][n % 2] ?? rig.a;
      const by = { userId: ADA, campus: 'ou', address: '::1' };
      return verification.confirmEmail({ id: idOf(`answer ${n}`), code: given }, by);
    };
    for (let n = 0; n < CODE_MAX_WRONG_ANSWERS; n += 1) expect(await answer(n, '0000')).toMatchObject({ ok: false });
    for (const n of [10, 11]) expect(await answer(n, code)).toMatchObject({ ok: false });
  });

  it('a code that both use at once is used by one command', async () => {
    const rig = await withAda(start);
    const use = { userId: ADA, purpose: 'confirm-email', email: FORM.email, campus: 'ou' } as const;
    const code = await rig.a.codes.draw(CODE_ID, use);
    const by = { userId: ADA, campus: 'ou', address: '::1' };
    const answers = await Promise.all(
      [rig.a, rig.b].map(({ verification }, n) => verification.confirmEmail({ id: idOf(`use ${n}`), code }, by)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await rig.store.readStream(`user-${ADA}`)).filter(({ type }) => type === 'EmailConfirmed')).toHaveLength(1);
  });
}

/** Tokens spent in one process are missing in the others, a moment later. */
function ratesContract(start: Start): void {
  /** Sends envelopes, as fast as they are taken. @returns how many were not refused for their rate */
  async function send(process: TestProcess, most: number): Promise<number> {
    for (let sent = 0; sent < most; sent += 1) {
      const answer = await process.commands({}, { userId: ADA, campus: 'ou', address: '203.0.113.9' });
      if (!answer.ok && answer.refusal.code === 'RATE_LIMITED') return sent;
    }
    return most;
  }

  it('a user who has sent all that one takes gets little from the other, and nothing within a second', async () => {
    const rig = await start();
    const shares = async () => {
      rig.hubClock.advance(RATE_SHARE_EVERY_MS);
      await rig.settled();
    };
    expect(await send(rig.a, 1_000)).toBe(COMMANDS_PER_USER.burst);
    await shares();
    const asks = Math.ceil(COMMANDS_PER_USER.burst * RATE_SHARE_FROM);
    expect(await send(rig.b, asks)).toBe(asks);
    await shares();
    expect(await send(rig.b, 1_000)).toBe(0);
    expect(await send(rig.a, 1_000)).toBe(0);
  });
}

/** Commands take effect once. */
function commandsContract(start: Start): void {
  it('[P2] the same command that is sent to both at once takes effect once, and both say so', async () => {
    const rig = await withConfirmed(start);
    const answers = await Promise.all(
      [rig.a, rig.b].map(({ give }) => give(userActor(ADA), idOf('bio'), 'ChangeBio', { bio: 'Hello.' })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await rig.store.readStream(`user-${ADA}`)).filter(({ type }) => type === 'BioChanged')).toHaveLength(1);
  });

  it('[P3] commands of both on one stream all take effect, one after the other', async () => {
    const rig = await withConfirmed(start);
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
    const rig = await start();
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
}

/** Nothing of an erased person stays in any process. */
function erasureContract(start: Start): void {
  const erase = (process: TestProcess) => process.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: ADA });

  it('[P10] is not written about in the other, and nothing of what it had read stays there', async () => {
    const rig = await withConfirmed(start);
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
    const rig = await withConfirmed(start);
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
}
