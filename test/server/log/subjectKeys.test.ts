import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createSubjectKeys } from '#server/log/subjectKeys.ts';
import type { KeyVault } from '#server/ports/vault.ts';
import { ADA, BOB } from './eventLogSamples.ts';

/** More than the cache holds. */
const CROWD = 20_050;

let vault: KeyVault;
let asked: (readonly string[])[];

const watched = (): KeyVault => ({
  ...vault,
  find: (subjects) => {
    asked.push(subjects);
    return vault.find(subjects);
  },
});
const keysOver = (over: KeyVault) => createSubjectKeys(over, createMemoryEventStore());

beforeEach(async () => {
  vault = createMemoryVault().keys;
  asked = [];
  await vault.obtain(ADA);
  await vault.obtain(BOB);
});

describe('the keys of people', () => {
  it('[P4] are all known to who asks for more of them than the cache holds', async () => {
    const crowd = Array.from({ length: CROWD }, (_, n) => newId(ADA, n));
    for (const subject of crowd) await vault.obtain(subject);
    const keys = keysOver(watched());
    const first = await keys.forOpening(crowd);
    expect([...first.values()].filter((key) => key === 'erased')).toEqual([]);
    expect(first.size).toBe(CROWD);
    await keys.forOpening(crowd.slice(-100));
    expect(asked).toHaveLength(1);
    await keys.forOpening(crowd.slice(0, 10));
    expect(asked[1]).toEqual(crowd.slice(0, 10));
  });

  it('[P10] that are destroyed while the vault answers do not come back', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const slow: KeyVault = {
      ...vault,
      find: async (subjects) => {
        const found = await vault.find(subjects);
        await answered;
        return found;
      },
    };
    const keys = keysOver(slow);
    const asking = keys.forOpening([ADA, BOB]);
    keys.erased([ADA]);
    answer();
    const found = await asking;
    expect(found.get(ADA)).toBe('erased');
    expect(found.get(BOB)).not.toBe('erased');
    expect((await keys.forOpening([ADA])).get(ADA)).toBe('erased');
  });

  it('[P10] that some process may have destroyed while the vault answered are asked for again', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let isSlow = true;
    const slow: KeyVault = {
      ...vault,
      find: async (subjects) => {
        const found = await vault.find(subjects);
        if (isSlow) await answered;
        return found;
      },
    };
    const keys = keysOver(slow);
    const asking = keys.forOpening([ADA]);
    // As another process does it; this one hears that it does not know whose.
    await vault.destroy([ADA]);
    keys.clear();
    isSlow = false;
    answer();
    await asking;
    expect((await keys.forOpening([ADA])).get(ADA)).toBe('erased');
  });

  it('[P10] are read again when this process has missed whose were destroyed, and who opened with them hears of it', async () => {
    const keys = keysOver(vault);
    const forgotten: (string | null)[] = [];
    keys.onForget((subject) => void forgotten.push(subject));
    await keys.forOpening([ADA, BOB]);
    await vault.destroy([ADA]);
    keys.clear();
    expect(forgotten).toEqual([null]);
    expect((await keys.forOpening([ADA])).get(ADA)).toBe('erased');
    keys.erased([ADA, BOB]);
    keys.erased([BOB]);
    expect(forgotten).toEqual([null, ADA, BOB]);
  });

  it('[P10] are not written with once the vault has destroyed them, though they are in the cache', async () => {
    const keys = keysOver(vault);
    await keys.forOpening([ADA]);
    await vault.destroy([ADA]);
    await expect(keys.forSealing([ADA])).rejects.toMatchObject({ name: 'SubjectDestroyed', subject: ADA });
  });
});
