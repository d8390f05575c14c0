import { expect, jest } from '@jest/globals';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import type { Vault } from '#server/ports/vault.ts';
import { vaultContract } from '#test/contract/vault.ts';
import { vaultLeaseTimesContract } from '#test/contract/vaultLeases.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';

/** For a machine that is busy with other tests. */
const TIME_LIMIT_MS = 60_000;
jest.setTimeout(TIME_LIMIT_MS);

/** Calls of two processes in turns, so that calls at once meet without any lock or memory in common. */
function inTurns(a: Vault, b: Vault): Vault {
  let calls = 0;
  const area = <Name extends Exclude<keyof Vault, 'secret' | 'check' | 'close'>>(name: Name): Vault[Name] =>
    Object.fromEntries(
      Object.keys(a[name]).map((method) => [
        method,
        (...args: readonly unknown[]) => {
          calls += 1;
          const callee = (calls % 2 === 0 ? a : b)[name] as unknown as Record<string, (...args: unknown[]) => unknown>;
          return callee[method]?.(...args);
        },
      ]),
    ) as unknown as Vault[Name];
  return {
    keys: area('keys'),
    credentials: area('credentials'),
    codes: area('codes'),
    sessions: area('sessions'),
    attempts: area('attempts'),
    outcomes: area('outcomes'),
    checkpoints: area('checkpoints'),
    changes: area('changes'),
    leases: area('leases'),
    rates: area('rates'),
    async secret(name) {
      const [one, other] = await Promise.all([a.secret(name), b.secret(name)]);
      expect(one).toEqual(other);
      return one;
    },
    check: () => a.check(),
    async close() {
      await Promise.all([a.close(), b.close()]);
    },
  };
}

describeOn('the vault on MongoDB', await startMongo(), (server) => {
  const { fresh, drop } = databases(server);

  vaultContract(
    'MongoDB, two processes',
    async () => {
      const database = fresh();
      const open = () => openMongoVault({ url: server.url, database });
      let present = inTurns(await open(), await open());
      return {
        store: present,
        async reopen() {
          await present.close();
          present = inTurns(await open(), await open());
          return present;
        },
        async dispose() {
          await present.close();
          await drop(database);
        },
      };
    },
    { isDurable: true },
  );

  vaultLeaseTimesContract('MongoDB', async () => {
    const database = fresh();
    let now = Date.UTC(2026, 0, 2);
    const vault = await openMongoVault({ url: server.url, database, leaseClock: async () => now });
    return {
      leases: vault.leases,
      advance(ms) {
        now += ms;
      },
      async dispose() {
        await vault.close();
        await drop(database);
      },
    };
  });
});
