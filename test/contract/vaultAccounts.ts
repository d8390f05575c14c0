import { expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, sampleSession } from './vaultSamples.ts';

const PARALLEL = 50;
const { sessionId } = sampleSession();

/** Password hashes and sessions. */
export function vaultAccountsContract(vault: () => Vault): void {
  it('keeps the newest password hash of a user', async () => {
    const { credentials } = vault();
    expect(await credentials.find(ADA)).toBeNull();
    await credentials.put(ADA, 'hash 1', 'command 1', minute(1));
    await credentials.put(BOB, 'hash 2', 'command 2', minute(2));
    await credentials.put(ADA, 'hash 3', 'command 3', minute(3));
    expect(await credentials.find(ADA)).toEqual({ passwordHash: 'hash 3' });
    await credentials.remove(ADA);
    await credentials.remove(ADA);
    expect(await credentials.find(ADA)).toBeNull();
    expect(await credentials.find(BOB)).toEqual({ passwordHash: 'hash 2' });
  });

  it('lists credentials that were written before an instant, oldest first', async () => {
    const { credentials } = vault();
    await credentials.put(BOB, 'hash', 'command 2', minute(2));
    await credentials.put(ADA, 'hash', 'command 1', minute(1));
    expect(await credentials.olderThan(minute(1))).toEqual([]);
    expect(await credentials.olderThan(minute(2))).toEqual([{ userId: ADA, commandId: 'command 1' }]);
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

/** Failed tries and checkpoints. */
export function vaultBookkeepingContract(vault: () => Vault): void {
  it('counts failed tries by key in a sliding window', async () => {
    const { attempts } = vault();
    expect(await attempts.fail('login:ada', minute(1), minute(0))).toBe(1);
    expect(await attempts.fail('login:ada', minute(2), minute(0))).toBe(2);
    expect(await attempts.fail('login:bob', minute(2), minute(0))).toBe(1);
    expect(await attempts.fail('login:ada', minute(3), minute(2))).toBe(2);
    expect(await attempts.count('login:ada', minute(3))).toBe(1);
    expect(await attempts.count('login:eve', minute(0))).toBe(0);
    await attempts.sweep(minute(2));
    expect(await attempts.count('login:ada', minute(0))).toBe(2);
    await attempts.clear('login:ada');
    expect(await attempts.count('login:ada', minute(0))).toBe(0);
    expect(await attempts.count('login:bob', minute(0))).toBe(1);
  });

  it(`counts ${PARALLEL} failures at once, each with its own number`, async () => {
    const failures = Array.from({ length: PARALLEL }, () => vault().attempts.fail('login:ada', minute(1), minute(0)));
    expect((await Promise.all(failures)).sort((a, b) => a - b)).toEqual(failures.map((_, n) => n + 1));
  });

  it('keeps where each reactor stands', async () => {
    const { checkpoints } = vault();
    expect(await checkpoints.find('mail')).toBeNull();
    await checkpoints.set('mail', START);
    await checkpoints.set('mail', '0000000000000007');
    await checkpoints.set('cascade', '0000000000000003');
    expect(await checkpoints.find('mail')).toBe('0000000000000007');
  });
}
