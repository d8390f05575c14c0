import { expect, it } from '@jest/globals';
import { Collection } from 'mongodb';
import { hasMongoVault, openMongoVaultKeys } from '#server/engines/mongo/vault/beside.ts';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import type { Shelves } from '#server/ports/shelf.ts';
import type { Vault } from '#server/ports/vault.ts';
import { vaultContract } from '#test/contract/vault.ts';
import { vaultLeaseTimesContract } from '#test/contract/vaultLeases.ts';
import { vaultMoveContract } from '#test/contract/vaultMove.ts';
import { ADA, BOB, minute, sampleRecord, sampleSession } from '#test/contract/vaultSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';

/** Milliseconds in which hundreds of reads would fit. */
const SLOW_MAJORITY_MS = 1_000;

/** Calls of two processes in turns, so that calls at once meet without any lock or memory in common. */
function inTurns(a: Vault, b: Vault): Vault {
  let calls = 0;
  const turns = <Calls extends object>(one: Calls, other: Calls): Calls =>
    Object.fromEntries(
      Object.keys(one).map((method) => [
        method,
        (...args: readonly unknown[]) => {
          calls += 1;
          const callee = (calls % 2 === 0 ? one : other) as Record<string, (...args: unknown[]) => unknown>;
          return callee[method]?.(...args);
        },
      ]),
    ) as Calls;
  const area = <Name extends Exclude<keyof Vault, 'secret' | 'check' | 'close' | keyof Shelves>>(name: Name) =>
    turns<Vault[Name]>(a[name], b[name]);
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
    records: area('records'),
    shelf: (noun) => turns(a.shelf(noun), b.shelf(noun)),
    ...turns({ clearShelves: a.clearShelves }, { clearShelves: b.clearShelves }),
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
  const { fresh, drop, client } = databases(server);

  const twoProcesses = async () => {
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
  };
  vaultContract('MongoDB, two processes', twoProcesses, { isDurable: true });
  vaultMoveContract('MongoDB, two processes', twoProcesses);

  it('is found beside its processes, and its keys can be read there and nothing else', async () => {
    const options = { url: server.url, database: fresh() };
    expect(await hasMongoVault(options)).toBe(false);
    const vault = await openMongoVault(options);
    expect(await hasMongoVault(options)).toBe(true);
    const key = await vault.keys.obtain('ada');
    await vault.keys.destroy(['bob']);
    const beside = await openMongoVaultKeys(options);
    const found = await beside.find(['ada', 'bob', 'eve']);
    expect(found).toEqual(
      new Map<string, unknown>([
        ['ada', key],
        ['bob', 'destroyed'],
      ]),
    );
    await expect(beside.obtain('eve')).rejects.toThrow(/read only/);
    await expect(beside.destroy(['ada'])).rejects.toThrow(/read only/);
    expect(await vault.keys.obtain('ada')).toEqual(key);
    await beside.close();
    await vault.close();
    await drop(options.database);
  });

  it('of the release before shelves keeps its passkeys and sessions, and the earlier release can take over again', async () => {
    const options = { url: server.url, database: fresh() };
    let vault = await openMongoVault(options);
    await vault.sessions.add(sampleSession());
    await vault.keys.destroy([BOB]);
    const { id, subject, secret, counter, at } = sampleRecord({ counter: 7 });
    const former = client.db(options.database).collection<{ _id: string; userId: string }>('vault_passkeys');
    const of = (_id: string, userId: string) => ({ _id, userId, credential: secret, counter, at });
    await former.insertMany([of(id, subject), of('of Bob', BOB)]);
    for (let starts = 0; starts < 2; starts += 1) {
      await vault.close();
      vault = await openMongoVault(options);
      const shelf = vault.shelf('passkey');
      expect(await shelf.olderThan(minute(9))).toEqual([{ id, subject }]);
      expect(await shelf.find(id)).toEqual(sampleRecord({ counter: 7 + starts }));
      expect(await shelf.advance(id, 8)).toBe(starts === 0);
      expect(await vault.sessions.listOf(ADA)).toEqual([sampleSession()]);
      expect(await former.find().toArray()).toEqual([of(id, subject)]);
    }
    await vault.clearShelves(subject);
    expect([await former.countDocuments(), await vault.shelf('passkey').find(id)]).toEqual([0, null]);
    await vault.close();
    await drop(options.database);
  });

  it('waits until it can read what another process has just written, as behind a slow majority', async () => {
    const database = fresh();
    const vault = await openMongoVault({ url: server.url, database });
    const first = (await vault.leases.acquire('projector', 'a', 1)) ?? 0;
    const prototype = Collection.prototype;
    const { findOne } = prototype;
    const stale = await client.db(database).collection('vault_leases').findOne();
    await vault.leases.release('projector', 'a', first);
    const until = performance.now() + SLOW_MAJORITY_MS;
    prototype.findOne = async function (this: Collection, ...args: unknown[]) {
      const found = await (findOne as (...all: unknown[]) => Promise<unknown>).apply(this, args);
      return this.collectionName === 'vault_leases' && performance.now() < until ? stale : found;
    } as typeof findOne;
    try {
      expect(await vault.leases.acquire('projector', 'b', 1)).toBeGreaterThan(first);
    } finally {
      prototype.findOne = findOne;
      await vault.close();
      await drop(database);
    }
  });

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
