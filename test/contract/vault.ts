import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Vault } from '#server/ports/vault.ts';
import type { UnderTest } from './temporaryStore.ts';
import { vaultAccountsContract, vaultBookkeepingContract, vaultChangesContract } from './vaultAccounts.ts';
import { vaultCodesContract, vaultCodeUseContract } from './vaultCodes.ts';
import { vaultKeysContract } from './vaultKeys.ts';
import { vaultLeasesContract } from './vaultLeases.ts';
import { vaultOutcomesContract, vaultTogetherContract } from './vaultOutcomes.ts';
import { vaultRatesContract } from './vaultRates.ts';
import { ADA, BOB, minute, sampleCode, sampleRecord, sampleSession } from './vaultSamples.ts';
import { vaultShelvesContract } from './vaultShelves.ts';

const HOUR_MS = 3_600_000;

/**
 * The contract of vaults (`server/ports/vault.ts`).
 *
 * @param open gives an empty vault for one test
 */
export function vaultContract(
  name: string,
  open: () => Promise<UnderTest<Vault>>,
  { isDurable }: { readonly isDurable: boolean },
): void {
  describe(`vault contract: ${name}`, () => {
    let subject: UnderTest<Vault>;
    const vault = () => subject.store;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.dispose());

    describe('keys and secrets', () => vaultKeysContract(vault));
    describe('codes', () => vaultCodesContract(vault));
    describe('the use of codes', () => vaultCodeUseContract(vault));
    describe('accounts', () => vaultAccountsContract(vault));
    describe('shelves', () => vaultShelvesContract(vault));
    describe('changes', () => vaultChangesContract(vault));
    describe('outcomes of commands', () => vaultOutcomesContract(vault));
    describe('outcomes of commands, changed together', () => vaultTogetherContract(vault));
    describe('leases', () => vaultLeasesContract(vault));
    describe('rates', () => vaultRatesContract(vault));
    describe('bookkeeping', () => vaultBookkeepingContract(vault));
    describe('close', () => closeContract(() => subject, isDurable));
  });
}

function closeContract(subject: () => UnderTest<Vault>, isDurable: boolean): void {
  it('[P7] answers Unavailable to every call after close', async () => {
    const { store: vault } = subject();
    await vault.close();
    await vault.close();
    await expect(vault.keys.obtain(ADA)).rejects.toThrow(Unavailable);
    await expect(vault.sessions.find('any')).rejects.toThrow(Unavailable);
    await expect(vault.secret('claim')).rejects.toThrow(Unavailable);
    await expect(vault.shelf('ticket').find('any')).rejects.toThrow(Unavailable);
    await expect(vault.clearShelves(ADA)).rejects.toThrow(Unavailable);
  });

  if (!isDurable) return;

  it('[P1] has everything after it is opened again', async () => {
    const { store: vault, reopen } = subject();
    const { codeId, purpose, target } = sampleCode();
    const key = await vault.keys.obtain(ADA);
    const secret = await vault.secret('session');
    await vault.keys.destroy([BOB]);
    await vault.credentials.put(ADA, 'hash', 'command', minute(1), null);
    await vault.codes.add(sampleCode());
    await vault.codes.consume(codeId, 'command');
    await vault.shelf('ticket').add(sampleRecord());
    await vault.shelf('ticket').advance(sampleRecord().id, 3);
    await vault.sessions.add(sampleSession());
    await vault.attempts.fail('login:ada', minute(1));
    await vault.checkpoints.move('mail', null, '0000000000000007');
    const epoch = (await vault.leases.acquire('projector', 'holder', HOUR_MS)) ?? 0;
    const changes = await vault.changes.newest();

    const again = await reopen();
    expect(await again.keys.obtain(ADA)).toEqual(key);
    expect(await again.keys.obtain(BOB)).toBeNull();
    expect(await again.secret('session')).toEqual(secret);
    expect(await again.credentials.find(ADA)).toMatchObject({ passwordHash: 'hash' });
    expect(await again.codes.find(ADA, purpose, target, minute(0))).toEqual([sampleCode()]);
    expect(await again.codes.consume(codeId, 'another')).toBe(false);
    expect(await again.codes.consume(codeId, 'command')).toBe(true);
    expect(await again.shelf('ticket').find(sampleRecord().id)).toEqual(sampleRecord({ counter: 3 }));
    expect(await again.sessions.listOf(ADA)).toEqual([sampleSession()]);
    expect(await again.attempts.count('login:ada', minute(0))).toBe(1);
    expect(changes).toBe(1);
    expect(await again.changes.newest()).toBe(changes);
    expect(await again.checkpoints.find('mail')).toBe('0000000000000007');
    expect(await again.leases.acquire('projector', 'another', HOUR_MS)).toBeNull();
    expect(await again.leases.renew('projector', 'holder', epoch, HOUR_MS)).toBe(true);
    await again.leases.release('projector', 'holder', epoch);
    expect(await again.leases.acquire('projector', 'another', HOUR_MS)).toBeGreaterThan(epoch);
  });
}
