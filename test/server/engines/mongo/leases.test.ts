import { expect, it } from '@jest/globals';
import type { ChangeDocument } from '#server/engines/mongo/vault/changeDocument.ts';
import type { LeaseDoc, VaultCollections } from '#server/engines/mongo/vault/collections.ts';
import { mongoLeases } from '#server/engines/mongo/vault/leases.ts';

it('a renewal asks for the time while its document is read, a lease to be acquired after that', async () => {
  const steps: string[] = [];
  let stored: LeaseDoc | null = null;
  let now = 1_000;
  const changeDocument = (async (_leases: unknown, id: string, rule: (before: LeaseDoc | null) => unknown) => {
    steps.push('read');
    // The clock goes on while the document is on its way.
    now += 100;
    const { result, next } = (await rule(stored)) as { result: unknown; next?: Omit<LeaseDoc, '_id' | 'stamp'> };
    if (next !== undefined) stored = { _id: id, stamp: String(now), ...next } as LeaseDoc;
    return result;
  }) as unknown as ChangeDocument;
  const clock = async () => {
    steps.push('clock');
    return now;
  };
  const leases = mongoLeases({ leases: {} as VaultCollections['leases'] }, changeDocument, clock);
  const epoch = await leases.acquire('worker', 'a', 5_000);
  expect(steps.splice(0)).toEqual(['read', 'clock']);
  expect(await leases.renew('worker', 'a', epoch ?? 0, 5_000)).toBe(true);
  expect(steps.splice(0)).toEqual(['clock', 'read']);
  // From the earlier of the two instants: the holder never believes in more than the store has.
  expect(stored).toMatchObject({ holder: 'a', since: 1_100, until: 6_100 });
  expect(await leases.renew('worker', 'b', epoch ?? 0, 5_000)).toBe(false);
});
