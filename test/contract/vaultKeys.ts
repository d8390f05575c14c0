import { expect, it } from '@jest/globals';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB } from './vaultSamples.ts';

const KEY_BYTES = 32;
const PARALLEL = 64;

const hex = (bytes: Uint8Array | 'destroyed' | null | undefined): string =>
  bytes instanceof Object ? Buffer.from(bytes).toString('hex') : String(bytes);

/** Keys of subjects and secrets of the installation. */
export function vaultKeysContract(vault: () => Vault): void {
  it('makes a subject a key of its own, once', async () => {
    const key = await vault().keys.obtain(ADA);
    expect(key).toHaveLength(KEY_BYTES);
    expect(hex(await vault().keys.obtain(ADA))).toBe(hex(key));
    expect(hex(await vault().keys.obtain(BOB))).not.toBe(hex(key));
  });

  it(`makes one key for ${PARALLEL} that ask at once`, async () => {
    const keys = await Promise.all(Array.from({ length: PARALLEL }, () => vault().keys.obtain(ADA)));
    expect(new Set(keys.map(hex)).size).toBe(1);
  });

  it('finds known keys, makes none, and leaves missing ones out', async () => {
    const key = await vault().keys.obtain(ADA);
    const found = await vault().keys.find([ADA, BOB]);
    expect([...found.keys()]).toEqual([ADA]);
    expect(hex(found.get(ADA))).toBe(hex(key));
    expect(await vault().keys.find([])).toEqual(new Map());
  });

  it('[P10] destroys a key for good, its mark stays', async () => {
    await vault().keys.obtain(ADA);
    const other = await vault().keys.obtain(BOB);
    await vault().keys.destroy([ADA]);
    await vault().keys.destroy([ADA]);
    expect(await vault().keys.obtain(ADA)).toBeNull();
    const found = await vault().keys.find([ADA, BOB]);
    expect(found.get(ADA)).toBe('destroyed');
    expect(hex(found.get(BOB))).toBe(hex(other));
  });

  it('[P10] gives no key any more after a destruction, also to who asked while it went on', async () => {
    const { keys } = vault();
    await keys.obtain(ADA);
    await Promise.all([keys.obtain(ADA), keys.destroy([ADA]), keys.obtain(ADA)]);
    expect(await keys.obtain(ADA)).toBeNull();
    await Promise.all([keys.obtain(BOB), keys.destroy([BOB])]);
    expect(await keys.obtain(BOB)).toBeNull();
  });

  it('[P10] refuses a key to a subject that was destroyed before it had one', async () => {
    await vault().keys.destroy([ADA]);
    expect(await vault().keys.obtain(ADA)).toBeNull();
    expect((await vault().keys.find([ADA])).get(ADA)).toBe('destroyed');
  });

  it('gives out copies of keys: nobody can change the one in the vault', async () => {
    const key = (await vault().keys.obtain(ADA)) ?? new Uint8Array();
    const before = hex(key);
    key.fill(0);
    (await vault().keys.find([ADA])).forEach((found) => {
      if (found !== 'destroyed') found.fill(0);
    });
    expect(hex(await vault().keys.obtain(ADA))).toBe(before);
  });

  it('[P9] keeps a secret of its own for each use', async () => {
    const secrets = await Promise.all([
      vault().secret('session'),
      vault().secret('claim'),
      vault().secret('command'),
      vault().secret('session'),
    ]);
    expect(secrets.every((secret) => secret.length === KEY_BYTES)).toBe(true);
    expect(new Set(secrets.map(hex)).size).toBe(3);
    expect(hex(secrets[3])).toBe(hex(secrets[0]));
  });
}
