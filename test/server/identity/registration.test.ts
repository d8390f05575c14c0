import { describe, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { UNCONFIRMED_HOLD_HOURS } from '#domain/user/limits.ts';
import { userFact } from '#domain/user/state.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { QueueFull } from '#server/fairness/fairQueue.ts';
import { createRegister } from '#server/identity/registration.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createErasureReactor } from '#server/user/erasure.ts';
import type { Dispatcher } from '#server/write/dispatcher.ts';
import { identityRig } from '../support/identityRig.ts';
import { idOf, userActor } from '../support/people.ts';

const FORM = { id: idOf('form'), email: 'ada@ou.edu', name: 'Ada Lovelace', password: 'engine-1843' };

describe('registration', () => {
  it('[AUTH-15] makes an unconfirmed account with the initial of the last name, and its password opens it', async () => {
    const rig = identityRig();
    const registered = await rig.register(FORM, 'ou', '::1');
    if (!registered.ok) throw new Error('It was refused.');
    const [event] = await rig.log.readStream(`user-${registered.userId}`);
    expect(event?.data).toMatchObject({ firstName: 'Ada', lastName: 'L.', username: 'adalovelace', campus: 'ou' });
    expect(await rig.dispatcher.stateOf(userFact(registered.userId))).toMatchObject({ verified: false });
    expect(await rig.logIn(FORM, '::1')).toMatchObject({ ok: true, userId: registered.userId });
  });

  it.each([
    ['[AUTH-06] an empty address', { email: ' ' }, ['EMAIL_REQUIRED']],
    ['[AUTH-14] a malformed address', { email: 'ada@ou' }, ['EMAIL_REFUSED']],
    ['[AUTH-14] a short password', { password: '12345' }, ['PASSWORD_TOO_SHORT']],
    ['a password of more than 30 characters', { password: 'x'.repeat(31) }, ['PASSWORD_TOO_LONG']],
    ['a password of more than 72 bytes', { password: '🔑'.repeat(20) }, ['PASSWORD_TOO_MANY_BYTES']],
    ['a missing last name', { name: 'Ada' }, ['NAME_LAST_MISSING']],
    [
      'several mistakes, one by one, in the order of the form',
      { email: 'x', name: '', password: '' },
      ['EMAIL_REFUSED', 'NAME_REQUIRED', 'PASSWORD_REQUIRED'],
    ],
  ])('refuses %s', async (_name, change, codes) => {
    const rig = identityRig();
    const registered = await rig.register({ ...FORM, ...change }, 'ou', '::1');
    expect(registered.ok ? [] : registered.rejections.map(({ code }) => code)).toEqual(codes);
    expect(await rig.vault.credentials.olderThan('9999')).toEqual([]);
  });

  it('[AUTH-14] refuses a taken address and keeps no password of it', async () => {
    const rig = identityRig();
    const first = await rig.register(FORM, 'ou', '::1');
    const second = await rig.register({ ...FORM, id: idOf('other'), password: 'something-else' }, 'ou', '::1');
    expect(second).toMatchObject({ ok: false, rejections: [{ code: 'EMAIL_TAKEN' }] });
    expect(await rig.vault.credentials.olderThan('9999')).toMatchObject([{ userId: first.ok && first.userId }]);
  });

  it('[DATA-14] makes one account when the same form is sent again, at once or later', async () => {
    const rig = identityRig();
    const answers = await Promise.all([rig.register(FORM, 'ou', '::1'), rig.register(FORM, 'ou', '::1')]);
    answers.push(await rig.register(FORM, 'ou', '::1'));
    expect(new Set(answers.map((answer) => (answer.ok ? answer.userId : 'no'))).size).toBe(1);
    expect((await rig.vault.credentials.olderThan('9999')).length).toBe(1);
  });

  it('uses up nothing of the share of its address when the queue is full', async () => {
    const rig = identityRig();
    let taken = 0;
    const register = createRegister({
      dispatcher: rig.dispatcher,
      credentials: rig.vault.credentials,
      hasher: rig.hasher,
      queue: { run: () => Promise.reject(new QueueFull(1, true)) },
      throttle: {
        async take() {
          taken += 1;
          return true;
        },
      },
      checkNew: rig.checkNewPassword,
      clock: rig.clock.now,
      security: () => undefined,
    });
    await expect(register(FORM, 'ou', '::1')).rejects.toThrow(QueueFull);
    expect(taken).toBe(0);
  });

  it('does not let anyone into or change an account by its registration id', async () => {
    const rig = identityRig();
    await rig.register(FORM, 'ou', '::1');
    const thief = await rig.register({ ...FORM, password: 'other-password' }, 'ou', '::1');
    expect(thief).toMatchObject({ ok: false, rejections: [{ code: 'COMMAND_ID_REUSED' }] });
    expect(await rig.logIn(FORM, '::1')).toMatchObject({ ok: true });
    expect(await rig.logIn({ ...FORM, password: 'other-password' }, '::1')).toMatchObject({ ok: false });
  });

  it.each(['lands', 'never-lands'] as const)(
    '[P6] [P7] is made whole by sending it again when the answer was lost and the append %s',
    async (fault) => {
      const rig = identityRig();
      // The claims of address and user name are appended before it.
      const before = rig.store.append;
      let left = 3;
      rig.store.append = (...args) => {
        left -= 1;
        if (left === 0) rig.store.faults.failNextAppend(fault);
        return before(...args);
      };
      await expect(rig.register(FORM, 'ou', '::1')).rejects.toBeInstanceOf(Unavailable);
      const again = await rig.register(FORM, 'ou', '::1');
      expect(again).toMatchObject({ ok: true });
      expect(await rig.logIn(FORM, '::1')).toMatchObject({ ok: true, userId: again.ok && again.userId });
    },
  );
});

describe('an address that was not confirmed', () => {
  const OTHER = { ...FORM, id: idOf('other form'), name: 'Grace Hopper', password: 'compiler-1952' };
  const HOLD_MS = UNCONFIRMED_HOLD_HOURS * 3_600_000;

  /** Ada's account, unconfirmed and signed in; `erase` runs the reactor over the log. */
  async function squatted() {
    const rig = identityRig();
    const first = await rig.register(FORM, 'ou', '::1');
    if (!first.ok) throw new Error('It was refused.');
    const session = await rig.sessions.start(first.userId, 'Firefox on Linux', 'ou');
    const cookies = { access: session.renewed?.access ?? null, refresh: session.renewed?.refresh ?? null };
    const reactor = createErasureReactor({
      ...rig,
      transport: { forget: async () => undefined },
      media: { removeOwner: async () => undefined, remove: async () => undefined },
    });
    const erase = async () => {
      for (const event of await rig.log.readAll(START, 1_000)) await handOver(reactor, typedEvent(event));
    };
    const codeId = newId(effectiveCommandId('visitor', FORM.id), 1);
    const confirm = (by?: Dispatcher) =>
      rig.give(userActor(first.userId), idOf('confirm'), 'ConfirmEmail', { codeId }, by);
    return { ...rig, userId: first.userId, cookies, erase, confirm };
  }

  it('stays with its own registration, which may be sent again however late', async () => {
    const rig = await squatted();
    rig.clock.advance(2 * HOLD_MS);
    expect(await rig.register(FORM, 'ou', '::1')).toMatchObject({ ok: true, userId: rig.userId });
    expect(await rig.dispatcher.ownerOf('email', FORM.email)).toBe(rig.userId);
    expect(await rig.dispatcher.stateOf(userFact(rig.userId))).toMatchObject({ erased: false });
  });

  it(`is taken over by another registration after ${UNCONFIRMED_HOLD_HOURS} hours, which ends the old sessions`, async () => {
    const rig = await squatted();
    rig.clock.advance(HOLD_MS - 1);
    expect(await rig.register(OTHER, 'ou', '::1')).toMatchObject({ ok: false, rejections: [{ code: 'EMAIL_TAKEN' }] });
    rig.clock.advance(1);
    const taken = await rig.register({ ...OTHER, id: idOf('once more') }, 'ou', '::1');
    expect(taken.ok && (await rig.dispatcher.ownerOf('email', FORM.email))).toBe(taken.ok && taken.userId);
    await rig.erase();
    expect(await rig.sessions.authenticate(rig.cookies)).toBeNull();
    expect(rig.ended).toHaveLength(1);
    expect(await rig.logIn(FORM, '::1')).toMatchObject({ ok: false, rejection: { code: 'PASSWORD_WRONG' } });
    expect(await rig.logIn(OTHER, '::1')).toMatchObject({ ok: true });
    expect(await rig.confirm()).toMatchObject({ ok: false });
  });

  it('stays with the account that confirmed it, however old it is', async () => {
    const rig = await squatted();
    expect(await rig.confirm()).toMatchObject({ ok: true });
    rig.clock.advance(100 * HOLD_MS);
    expect(await rig.register(OTHER, 'ou', '::1')).toMatchObject({ ok: false, rejections: [{ code: 'EMAIL_TAKEN' }] });
  });

  it('[P7] has one owner when a confirmation and a registration come at once, whichever is first', async () => {
    for (const registersFirst of [true, false]) {
      const rig = await squatted();
      rig.clock.advance(HOLD_MS);
      const elsewhere = rig.restart();
      const register = () => rig.register(OTHER, 'ou', '::1');
      const both = registersFirst
        ? await Promise.all([register(), rig.confirm(elsewhere)])
        : await Promise.all([rig.confirm(elsewhere), register()]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      const owner = await rig.dispatcher.ownerOf('email', FORM.email);
      const state = await rig.dispatcher.stateOf(userFact(rig.userId));
      expect(owner === rig.userId).toBe(state.verified);
    }
  });
});
