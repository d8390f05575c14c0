import { expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { CHANGES_KEPT, type Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, sampleSession } from './vaultSamples.ts';

const PARALLEL = 50;
const { sessionId } = sampleSession();

/** Password hashes and sessions. */
export function vaultAccountsContract(vault: () => Vault): void {
  it('keeps the newest password hash of a user', async () => {
    const { credentials } = vault();
    expect(await credentials.find(ADA)).toBeNull();
    const first = await credentials.put(ADA, 'hash 1', 'command 1', minute(1), null);
    await credentials.put(BOB, 'hash 2', 'command 2', minute(2), null);
    const stamp = await credentials.put(ADA, 'hash 3', 'command 3', minute(3), first);
    expect(await credentials.find(ADA)).toEqual({ passwordHash: 'hash 3', stamp });
    await credentials.remove(ADA);
    await credentials.remove(ADA);
    expect(await credentials.find(ADA)).toBeNull();
    expect(await credentials.find(BOB)).toMatchObject({ passwordHash: 'hash 2' });
  });

  it('puts a password hash only over the one that was seen, and removes it only while it stands', async () => {
    const { credentials } = vault();
    const puts = (over: string | null) =>
      Promise.all(
        Array.from({ length: PARALLEL }, (_, n) =>
          credentials.put(ADA, `hash ${over} ${n}`, `command ${n}`, minute(2), over),
        ),
      );
    expect(await credentials.put(ADA, 'hash', 'command', minute(2), 'of nothing')).toBeNull();
    expect(await credentials.find(ADA)).toBeNull();
    const [first = '', ...others] = (await puts(null)).filter((stamp) => stamp !== null);
    expect(others).toEqual([]);
    const [second = '', ...more] = (await puts(first)).filter((stamp) => stamp !== null);
    expect(more).toEqual([]);
    expect(second).not.toBe(first);
    expect(await puts(first)).toEqual(Array(PARALLEL).fill(null));
    expect(await credentials.find(ADA)).toMatchObject({ stamp: second });
    await credentials.remove(ADA, first);
    expect(await credentials.find(ADA)).toMatchObject({ stamp: second });
    await credentials.remove(ADA, second);
    expect(await credentials.find(ADA)).toBeNull();
  });

  it('lists credentials that were written before an instant, oldest first', async () => {
    const { credentials } = vault();
    await credentials.put(BOB, 'hash', 'command 2', minute(2), null);
    const stamp = await credentials.put(ADA, 'hash', 'command 1', minute(1), null);
    expect(await credentials.olderThan(minute(1))).toEqual([]);
    expect(await credentials.olderThan(minute(2))).toEqual([{ userId: ADA, commandId: 'command 1', stamp }]);
    expect((await credentials.olderThan(minute(3))).map(({ userId }) => userId)).toEqual([ADA, BOB]);
  });

  it('keeps sessions, exchanges their tokens once for each generation, and ends them', async () => {
    const { sessions } = vault();
    expect(await sessions.find(sessionId)).toBeNull();
    await sessions.add(sampleSession());
    await sessions.add(sampleSession({ device: 'sent twice' }));
    expect(await sessions.find(sessionId)).toEqual(sampleSession());
    const next = { generation: 1, rotatedAt: minute(5), expiresAt: minute(60) };
    const exchanges = Array.from({ length: PARALLEL }, () => sessions.rotate(sessionId, 0, next));
    expect((await Promise.all(exchanges)).filter(Boolean)).toHaveLength(1);
    expect(await sessions.find(sessionId)).toEqual(sampleSession(next));
    await sessions.remove(sessionId);
    await sessions.remove(sessionId);
    expect(await sessions.rotate(sessionId, 1, { ...next, generation: 2 })).toBe(false);
    expect(await sessions.find(sessionId)).toBeNull();
  });

  it('lists the sessions of a user, oldest first, and ends them all', async () => {
    const { sessions } = vault();
    const second = sampleSession({ sessionId: 'second', createdAt: minute(2) });
    const first = sampleSession({ sessionId: 'first', createdAt: minute(1) });
    const other = sampleSession({ sessionId: 'other', userId: BOB });
    for (const session of [second, first, other]) await sessions.add(session);
    expect(await sessions.listOf(ADA)).toEqual([first, second]);
    await sessions.removeUser(ADA);
    expect(await sessions.listOf(ADA)).toEqual([]);
    expect(await sessions.listOf(BOB)).toEqual([other]);
  });

  it('sweeps sessions that have expired', async () => {
    const { sessions } = vault();
    await sessions.add(sampleSession({ sessionId: 'gone', expiresAt: minute(1) }));
    await sessions.add(sampleSession({ sessionId: 'last moment', expiresAt: minute(2) }));
    await sessions.sweep(minute(2));
    expect((await sessions.listOf(ADA)).map(({ sessionId: id }) => id)).toEqual(['last moment']);
  });
}

/** The ordered list of changes that invalidate other processes' caches. */
export function vaultChangesContract(vault: () => Vault): void {
  it('lists ended sessions and destroyed keys in order, each once', async () => {
    const { changes, sessions, keys } = vault();
    expect(await changes.newest()).toBe(0);
    expect(await changes.after(0, 10)).toEqual([]);
    await sessions.add(sampleSession({ sessionId: 'a' }));
    await sessions.add(sampleSession({ sessionId: 'b', createdAt: minute(1) }));
    await sessions.add(sampleSession({ sessionId: 'expired', userId: BOB, expiresAt: minute(1) }));
    await keys.obtain(ADA);
    await sessions.rotate('a', 0, { generation: 1, rotatedAt: minute(5), expiresAt: minute(60) });
    expect(await changes.newest()).toBe(0);

    await sessions.remove('a');
    await sessions.remove('a');
    await keys.destroy([ADA, BOB]);
    await keys.destroy([ADA]);
    await sessions.removeUser(ADA);
    // One that expired is found by its date.
    await sessions.sweep(minute(2));
    const all = [
      { number: 1, kind: 'session-ended', sessionId: 'a' },
      { number: 2, kind: 'key-destroyed', subject: ADA },
      { number: 3, kind: 'key-destroyed', subject: BOB },
      { number: 4, kind: 'session-ended', sessionId: 'b' },
    ];
    expect(await changes.newest()).toBe(4);
    expect(await changes.after(0, 10)).toEqual(all);
    expect(await changes.after(1, 2)).toEqual(all.slice(1, 3));
    expect(await changes.after(4, 10)).toEqual([]);
  });

  it('says so when some of the changes are no longer remembered', async () => {
    const { changes, keys } = vault();
    const subjects = Array.from({ length: CHANGES_KEPT + 2 }, (_, n) => `subject ${n}`);
    await keys.destroy(subjects);
    expect(await changes.after(1, 1)).toBeNull();
    expect(await changes.after(2, 1)).toEqual([{ number: 3, kind: 'key-destroyed', subject: 'subject 2' }]);
    expect(await changes.newest()).toBe(CHANGES_KEPT + 2);
  });
}

/** Failed tries and checkpoints. */
export function vaultBookkeepingContract(vault: () => Vault): void {
  it('counts failed tries by key in a sliding window', async () => {
    const { attempts } = vault();
    for (const at of [minute(1), minute(2), minute(3)]) await attempts.fail('login:ada', at);
    await attempts.fail('login:bob', minute(2));
    expect(await attempts.count('login:ada', minute(0))).toBe(3);
    expect(await attempts.count('login:ada', minute(2))).toBe(2);
    expect(await attempts.count('login:ada', minute(3))).toBe(1);
    expect(await attempts.count('login:eve', minute(0))).toBe(0);
    await attempts.sweep(minute(2));
    expect(await attempts.count('login:ada', minute(0))).toBe(2);
    await attempts.clear('login:ada');
    expect(await attempts.count('login:ada', minute(0))).toBe(0);
    expect(await attempts.count('login:bob', minute(0))).toBe(1);
  });

  it('begins no try for which a window has no room, counting failures and tries under way', async () => {
    const { attempts } = vault();
    const window = (key: string, max: number) => ({ key, since: minute(0), max });
    const begin = (tryId: string, ...windows: readonly ReturnType<typeof window>[]) =>
      attempts.begin(tryId, windows, minute(10), minute(9));
    await attempts.fail('ada', minute(1));
    expect(await begin('1', window('ada', 3), window('dormitory', 9))).toBe(true);
    expect(await begin('2', window('ada', 3))).toBe(true);
    expect(await begin('3', window('bob', 3), window('ada', 3))).toBe(false);
    // A refused try takes no room, and a correct one does not count.
    expect(await begin('4', window('bob', 1))).toBe(true);
    await attempts.end('4', [], minute(10));
    expect(await begin('5', window('bob', 1))).toBe(true);
    await attempts.end('2', ['ada', 'campus'], minute(10));
    expect(await attempts.count('ada', minute(0))).toBe(2);
    expect(await attempts.count('campus', minute(0))).toBe(1);
    // A log-in clears the failures; a try under way still takes its room.
    await attempts.clear('ada');
    expect(await begin('6', window('ada', 1))).toBe(false);
    await attempts.end('1', ['ada'], minute(10));
    expect(await attempts.count('ada', minute(0))).toBe(1);
    expect(await attempts.count('dormitory', minute(0))).toBe(0);
  });

  it('a try that was broken off by the end of its process takes room for a while only', async () => {
    const { attempts } = vault();
    const window = { key: 'ada', since: minute(0), max: 1 };
    expect(await attempts.begin('broken off', [window], minute(1), minute(0))).toBe(true);
    expect(await attempts.begin('early', [window], minute(2), minute(1))).toBe(false);
    expect(await attempts.begin('late', [window], minute(3), minute(2))).toBe(true);
    await attempts.sweep(minute(4));
    expect(await attempts.begin('next', [window], minute(4), minute(0))).toBe(true);
  });

  it(`begins exactly as many of ${PARALLEL} tries at once as there is room for`, async () => {
    const begun = Array.from({ length: PARALLEL }, (_, n) =>
      vault().attempts.begin(String(n), [{ key: 'ada', since: minute(0), max: 7 }], minute(1), minute(0)),
    );
    expect((await Promise.all(begun)).filter(Boolean)).toHaveLength(7);
  });

  it(`counts each of ${PARALLEL} failures at once`, async () => {
    const failures = Array.from({ length: PARALLEL }, () => vault().attempts.fail('login:ada', minute(1)));
    await Promise.all(failures);
    expect(await vault().attempts.count('login:ada', minute(0))).toBe(PARALLEL);
  });

  it('keeps where each reactor stands', async () => {
    const { checkpoints } = vault();
    expect(await checkpoints.find('mail')).toBeNull();
    expect(await checkpoints.move('mail', null, START)).toBe(true);
    expect(await checkpoints.move('mail', START, '0000000000000007')).toBe(true);
    expect(await checkpoints.move('cascade', null, '0000000000000003')).toBe(true);
    expect(await checkpoints.find('mail')).toBe('0000000000000007');
  });

  it('moves a checkpoint only from where its mover believes that it stands', async () => {
    const { checkpoints } = vault();
    expect(await checkpoints.move('mail', START, '0000000000000007')).toBe(false);
    expect(await checkpoints.find('mail')).toBeNull();
    await checkpoints.move('mail', null, '0000000000000002');
    expect(await checkpoints.move('mail', null, '0000000000000007')).toBe(false);
    expect(await checkpoints.move('mail', START, '0000000000000007')).toBe(false);
    expect(await checkpoints.find('mail')).toBe('0000000000000002');
  });

  it(`lets one of ${PARALLEL} movers of a checkpoint win`, async () => {
    const { checkpoints } = vault();
    const moves = Array.from({ length: PARALLEL }, (_, n) => checkpoints.move('mail', null, String(n)));
    expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1);
  });
}
