import { expect, it } from '@jest/globals';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { createErasureReactor } from '#server/user/erasure.ts';
import { ADA, minute, sampleCode, sampleRecord } from '#test/contract/vaultSamples.ts';
import { createLogBuilder } from '#test/projections/support/events.ts';

it('[P10] an erased person keeps no key, password, code or record of a noun, however often the event is handed over', async () => {
  const vault = createMemoryVault();
  await vault.keys.obtain(ADA);
  await vault.credentials.put(ADA, 'hash', 'command', minute(0), null);
  await vault.codes.add(sampleCode());
  await vault.shelf('ticket').add(sampleRecord());
  const reactor = createErasureReactor({
    vault,
    sessions: { endAllOf: async () => undefined },
    media: { removeOwner: async () => undefined, remove: async () => undefined },
    transport: { forget: async () => undefined },
    dispatcher: { forgetStates: () => undefined },
    log: { forget: () => undefined },
  });
  const erased = createLogBuilder().add('SubjectErased', { userId: ADA, campus: 'ou' }) as AnyRecordedEvent;
  for (let n = 0; n < 2; n += 1) {
    await handOver(reactor, erased);
    expect(await vault.keys.obtain(ADA)).toBeNull();
    expect(await vault.credentials.find(ADA)).toBeNull();
    expect(await vault.shelf('ticket').find(sampleRecord().id)).toBeNull();
    const { purpose, target } = sampleCode();
    expect(await vault.codes.find(ADA, purpose, target, minute(0))).toEqual([]);
  }
});
