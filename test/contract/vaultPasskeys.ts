import { expect, it } from '@jest/globals';
import type { Vault } from '#server/ports/vault.ts';
import { ADA, BOB, minute, samplePasskey } from './vaultSamples.ts';

const PARALLEL = 50;
const { passkeyId } = samplePasskey();

/** Passkeys. */
export function vaultPasskeysContract(vault: () => Vault): void {
  it('keeps passkeys as they were added, and removes them', async () => {
    const { passkeys } = vault();
    expect(await passkeys.find(passkeyId)).toBeNull();
    await passkeys.add(samplePasskey());
    await passkeys.add(samplePasskey({ credential: 'added twice' }));
    expect(await passkeys.find(passkeyId)).toEqual(samplePasskey());
    await passkeys.remove(passkeyId);
    await passkeys.remove(passkeyId);
    expect(await passkeys.find(passkeyId)).toBeNull();
    expect(await passkeys.advance(passkeyId, 1)).toBe(false);
  });

  it('moves a counter only on, and from 0 also to 0', async () => {
    const { passkeys } = vault();
    await passkeys.add(samplePasskey());
    await passkeys.add(samplePasskey({ passkeyId: 'other' }));
    for (const isTaken of [true, true]) expect(await passkeys.advance(passkeyId, 0)).toBe(isTaken);
    expect(await passkeys.advance(passkeyId, 7)).toBe(true);
    for (const counter of [7, 6, 0]) expect(await passkeys.advance(passkeyId, counter)).toBe(false);
    expect(await passkeys.advance(passkeyId, 4_294_967_295)).toBe(true);
    expect(await passkeys.find(passkeyId)).toEqual(samplePasskey({ counter: 4_294_967_295 }));
    expect(await passkeys.find('other')).toEqual(samplePasskey({ passkeyId: 'other' }));
  });

  it(`takes one of ${PARALLEL} proofs with one count`, async () => {
    const { passkeys } = vault();
    await passkeys.add(samplePasskey({ counter: 4 }));
    const proofs = Array.from({ length: PARALLEL }, () => passkeys.advance(passkeyId, 5));
    expect((await Promise.all(proofs)).filter(Boolean)).toHaveLength(1);
  });

  it('lists passkeys that were added before an instant, and removes those of a user', async () => {
    const { passkeys } = vault();
    await passkeys.add(samplePasskey({ passkeyId: 'second', at: minute(2) }));
    await passkeys.add(samplePasskey({ passkeyId: 'first', at: minute(1) }));
    await passkeys.add(samplePasskey({ passkeyId: 'of Bob', userId: BOB, at: minute(3) }));
    expect(await passkeys.olderThan(minute(1))).toEqual([]);
    const first = { passkeyId: 'first', userId: ADA };
    expect(await passkeys.olderThan(minute(2))).toEqual([first]);
    expect(await passkeys.olderThan(minute(3))).toEqual([first, { passkeyId: 'second', userId: ADA }]);
    await passkeys.removeUser(ADA);
    expect(await passkeys.olderThan(minute(4))).toEqual([{ passkeyId: 'of Bob', userId: BOB }]);
  });
}
