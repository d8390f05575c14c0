import { createHash, createSecretKey } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { sealCredentials } from '#server/identity/sealedCredentials.ts';
import { sealValue } from '#server/log/sealedValue.ts';
import { SubjectDestroyed } from '#server/log/subjectKeys.ts';
import { sampleRecord } from '#test/contract/vaultSamples.ts';

const AT = '2026-01-02T03:04:05.678Z';
const users = Array.from({ length: 400 }, (_, n) => createHash('sha256').update(`user ${n}`).digest('hex'));
const hashOf = (user: string) => `$2b$12$hash-of-${user}`;

it('[P10] keeps no password hash in any byte of the vault, however its pages split, and no key after an erasure', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quad-credentials-'));
  const plain = await openSqliteVault(join(folder, 'vault.db'));
  try {
    const { keys, credentials } = sealCredentials(plain);
    for (const user of users)
      await credentials.put(user, hashOf(user), newId('0190a000-0000-7000-8000-00000000000a', 1), AT, null);
    const [ada = '', bob = ''] = users;
    expect(await credentials.find(ada)).toMatchObject({ passwordHash: hashOf(ada) });
    const key = Buffer.from((await keys.obtain(ada)) ?? []).toString('latin1');
    const bytes = async () => {
      const files = await readdir(folder);
      return (await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))).join('\n');
    };
    expect((await bytes()).includes(key)).toBe(true);
    expect((await bytes()).includes('hash-of-')).toBe(false);
    await keys.destroy([ada]);
    expect((await bytes()).includes(key)).toBe(false);
    expect(await credentials.find(ada)).toBeNull();
    expect(await credentials.find(bob)).toMatchObject({ passwordHash: hashOf(bob) });
    await expect(credentials.put(ada, hashOf(ada), 'again', AT, null)).rejects.toThrow(SubjectDestroyed);
    const { stamp = null } = (await credentials.find(bob)) ?? {};
    expect(await plain.credentials.put(bob, hashOf(bob), 'of an earlier release', AT, stamp)).not.toBeNull();
    expect(await credentials.find(bob)).toMatchObject({ passwordHash: hashOf(bob) });
  } finally {
    await plain.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('[P4] says that a key is missing, never that there is no password, when the vault lost the key without an erasure', async () => {
  const vault = createMemoryVault();
  const [ada = ''] = users;
  await sealCredentials(vault).credentials.put(ada, hashOf(ada), 'command', AT, null);
  const keys = { ...vault.keys, find: async () => new Map() };
  await expect(sealCredentials({ ...vault, keys }).credentials.find(ada)).rejects.toThrow(Unavailable);
});

it('[P10] keeps the records of every shelf sealed, and none can be read after an erasure', async () => {
  const vault = createMemoryVault();
  const { keys, shelf } = sealCredentials(vault);
  const [ada = ''] = users;
  const record = sampleRecord({ subject: ada });
  for (const noun of ['passkey', 'ticket']) {
    await shelf(noun).add(record);
    expect(await shelf(noun).find(record.id)).toEqual(record);
    expect((await vault.shelf(noun).find(record.id))?.secret).not.toContain(record.secret);
  }
  await keys.destroy([ada]);
  expect(await shelf('ticket').find(record.id)).toBeNull();
  await expect(shelf('ticket').add({ ...record, id: 'another' })).rejects.toThrow(SubjectDestroyed);
});

it('[P10] takes a record back whose person was erased while it was written', async () => {
  const vault = createMemoryVault();
  const [ada = ''] = users;
  const record = sampleRecord({ subject: ada });
  const erasedBefore = {
    ...vault,
    shelf: (noun: string) => ({
      ...vault.shelf(noun),
      // The erasure comes between the seal and the record, and clears what it finds.
      async add(sealed: typeof record) {
        await vault.keys.destroy([ada]);
        await vault.clearShelves(ada);
        await vault.shelf(noun).add(sealed);
      },
    }),
  };
  await expect(sealCredentials(erasedBefore).shelf('ticket').add(record)).rejects.toThrow(SubjectDestroyed);
  expect(await vault.shelf('ticket').find(record.id)).toBeNull();
});

it('binds a sealed record to its shelf and its id', async () => {
  const vault = createMemoryVault();
  const { shelf } = sealCredentials(vault);
  const [ada = ''] = users;
  const record = sampleRecord({ subject: ada });
  await shelf('ticket').add(record);
  const { secret = '' } = (await vault.shelf('ticket').find(record.id)) ?? {};
  await vault.shelf('passkey').add({ ...record, secret });
  await vault.shelf('ticket').add({ ...record, id: 'another', secret });
  await expect(shelf('passkey').find(record.id)).rejects.toThrow();
  await expect(shelf('ticket').find('another')).rejects.toThrow();
});

it('opens passkeys that a release before shelves has sealed', async () => {
  const vault = createMemoryVault();
  const [ada = ''] = users;
  const record = sampleRecord({ subject: ada });
  const key = createSecretKey((await vault.keys.obtain(ada)) ?? new Uint8Array());
  const secret = `sealed:${sealValue(key, `passkeys ${record.id}\n${ada}`, record.secret)}`;
  await vault.shelf('passkey').add({ ...record, secret });
  expect(await sealCredentials(vault).shelf('passkey').find(record.id)).toEqual(record);
});
