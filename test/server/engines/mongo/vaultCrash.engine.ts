import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import type { Vault, VaultChange } from '#server/ports/vault.ts';
import { singly } from '#test/contract/singleOutcomes.ts';
import { minute, sampleCode, sampleSession } from '#test/contract/vaultSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';
import { diesAt, WHENS } from './dyingWrites.ts';

/** More writes than any call of the vault makes. */
const WRITES_MAX = 20;
const HOUR_MS = 3_600_000;

describeOn('a process that ends in a call of the vault on MongoDB', await startMongo(), (server) => {
  const { fresh } = databases(server);
  const database = fresh();
  /** The process that ends; nothing of it is kept in memory, so it can be used for the next one that ends. */
  let dying: Vault;
  let other: Vault;
  beforeAll(async () => {
    dying = await openMongoVault({ url: server.url, database });
    other = await openMongoVault({ url: server.url, database });
  });
  afterAll(async () => {
    await dying.close();
    await other.close();
  });

  /** Ends the process at every write of a call in turn, and checks what it left behind. */
  async function everyCrash(
    play: (id: string) => Promise<{
      call(vault: Vault): Promise<unknown>;
      /** Holds after the crash, and after the call was repeated. */
      holds(isRepeated: boolean): Promise<void>;
    }>,
  ): Promise<void> {
    let crashes = 0;
    for (let nth = 1; nth <= WRITES_MAX; nth += 1) {
      for (const when of WHENS) {
        const { call, holds } = await play(`${nth}-${when}-${expect.getState().currentTestName}`);
        if (!(await diesAt(nth, when, () => call(dying)))) {
          expect(crashes).toBeGreaterThan(0);
          return;
        }
        crashes += 1;
        await holds(false);
        await call(other);
        await holds(true);
      }
    }
    throw new Error('The call makes more writes than this test tries.');
  }

  /** The changes that the other process hears of. */
  async function heard(since: number): Promise<readonly VaultChange[]> {
    return (await other.changes.after(since, 100)) ?? [];
  }

  it('[P10] a key is destroyed if its destruction is listed, and listed if it is destroyed', () =>
    everyCrash(async (id) => {
      const subjects = [`had a key ${id}`, `had none ${id}`, `another ${id}`];
      await other.keys.obtain(subjects[0] ?? '');
      await other.keys.obtain(subjects[2] ?? '');
      const since = await other.changes.newest();
      return {
        call: (vault) => vault.keys.destroy(subjects),
        async holds(isRepeated) {
          const listed = new Set((await heard(since)).map((change) => ('subject' in change ? change.subject : '')));
          const found = await other.keys.find(subjects);
          for (const subject of subjects) {
            expect([subject, found.get(subject) === 'destroyed']).toEqual([subject, listed.has(subject)]);
            if (isRepeated) expect(await other.keys.obtain(subject)).toBeNull();
          }
        },
      };
    }));

  it('[AUTH-31] a session is refused if its end is listed, and its end is listed if it is refused', () =>
    everyCrash(async (id) => {
      const ids = [`first ${id}`, `second ${id}`];
      for (const sessionId of ids) await other.sessions.add(sampleSession({ sessionId, userId: id }));
      const since = await other.changes.newest();
      return {
        call: (vault) => vault.sessions.removeUser(id),
        async holds(isRepeated) {
          const listed = new Set((await heard(since)).map((change) => ('sessionId' in change ? change.sessionId : '')));
          for (const sessionId of ids) {
            const stands = (await other.sessions.find(sessionId)) !== null;
            expect([sessionId, stands]).toEqual([sessionId, !listed.has(sessionId)]);
            if (isRepeated) expect(stands).toBe(false);
          }
        },
      };
    }));

  it('what was listed before the process ended takes effect when the vault is opened again', async () => {
    await other.sessions.add(sampleSession({ sessionId: 'listed only' }));
    expect(await diesAt(1, 'after', () => dying.sessions.remove('listed only'))).toBe(true);
    expect(await other.sessions.find('listed only')).not.toBeNull();
    const again = await openMongoVault({ url: server.url, database });
    expect(await again.sessions.find('listed only')).toBeNull();
    await again.close();
  });

  it('[AUTH-08] a try that fails takes room as under way or as failed, and a try that never began takes it for a while', () =>
    everyCrash(async (id) => {
      const windows = ['account', 'address'].map((name) => ({ key: `${name} ${id}`, since: minute(0), max: 1 }));
      await other.attempts.begin(id, windows, minute(5), minute(4));
      return {
        call: (vault) =>
          vault.attempts.end(
            id,
            windows.map(({ key }) => key),
            minute(5),
          ),
        async holds() {
          for (const window of windows) {
            expect(await other.attempts.begin('next', [window], minute(5), minute(4))).toBe(false);
          }
        },
      };
    }));

  it('[AUTH-08] a try that was broken off while it began gives its room back', () =>
    everyCrash(async (id) => {
      const windows = ['account', 'address'].map((name) => ({ key: `${name} ${id}`, since: minute(0), max: 2 }));
      return {
        call: (vault) => vault.attempts.begin(id, windows, minute(5), minute(4)),
        async holds(isRepeated) {
          if (isRepeated) return;
          expect(await other.attempts.begin('later', windows, minute(7), minute(6))).toBe(true);
          await other.attempts.end('later', [], minute(7));
        },
      };
    }));

  it('a code that was used is used by the same command again, and by no other', () =>
    everyCrash(async (id) => {
      await other.codes.add(sampleCode({ codeId: id, userId: id }));
      return {
        call: (vault) => vault.codes.consume(id, 'command'),
        async holds(isRepeated) {
          if (isRepeated) expect(await other.codes.consume(id, 'another')).toBe(false);
        },
      };
    }));

  it('[P7] the outcome of a command that was kept is answered again, and a try that was broken off is seen', () =>
    everyCrash(async (id) => {
      const attempt = { tryId: `try ${id}`, commandId: id, commandHash: 'hash' };
      return {
        async call(vault) {
          const outcomes = singly(vault.outcomes);
          await outcomes.begin(attempt, minute(1));
          return outcomes.settle(attempt, '"no"', minute(1));
        },
        async holds(isRepeated) {
          const next = { ...attempt, tryId: `next ${id}` };
          const outcomes = singly(other.outcomes);
          const known = await outcomes.begin(next, minute(2));
          if (isRepeated) expect(known).toBe('"no"');
          await outcomes.end(next, [next.tryId]);
        },
      };
    }));

  it('a lease that was acquired is still this holder’s', () =>
    everyCrash(async (id) => ({
      call: (vault) => vault.leases.acquire(id, 'a', HOUR_MS),
      async holds(isRepeated) {
        if (isRepeated) expect(await other.leases.acquire(id, 'b', HOUR_MS)).toBeNull();
      },
    })));
});
