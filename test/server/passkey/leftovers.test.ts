import { expect, it } from '@jest/globals';
import { passkeyFact } from '#domain/passkey/state.ts';
import { ORPHAN_MS } from '#server/kernel/sweeper.ts';
import { typedEvent } from '#server/log/typedEvent.ts';
import { shelves } from '#server/nouns.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { createPasskeyReactor } from '#server/passkey/reactor.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { shelfSweep } from '#server/reactors/shelfSweep.ts';
import { createErasureReactor } from '#server/user/erasure.ts';
import { sampleRecord } from '#test/contract/vaultSamples.ts';
import { dispatchRig } from '../support/dispatchRig.ts';
import { idOf, registerConfirmed, SYSTEM } from '../support/people.ts';

/** A user with a passkey that was added, and one in the vault alone. */
async function rigWithPasskey() {
  const rig = dispatchRig();
  const userId = await registerConfirmed(rig, 'ada');
  const [added, orphan] = [idOf('added'), idOf('orphan')];
  const at = rig.clock.now().toISOString();
  const shelf = rig.vault.shelf('passkey');
  for (const id of [added, orphan]) await shelf.add(sampleRecord({ id, subject: userId, at }));
  const data = { userId, passkeyId: added, credentialId: 'credential', name: 'My phone', site: 'ou.localhost' };
  expect(await rig.give(SYSTEM, idOf('add'), 'AddPasskey', data)).toMatchObject({ ok: true });
  const kept = async () =>
    (await Promise.all([added, orphan].map((id) => shelf.find(id)))).map((each) => each !== null);
  const react = async (stream: string) => {
    const nothing = async () => undefined;
    const reactors = [
      createPasskeyReactor(rig.vault, rig.dispatcher, silentLogger),
      createErasureReactor({
        ...rig,
        sessions: { endAllOf: nothing },
        media: { removeOwner: nothing, remove: nothing },
        transport: { forget: nothing },
      }),
    ];
    for (const event of await rig.log.readStream(stream))
      for (const reactor of reactors) await handOver(reactor, typedEvent(event));
  };
  return { ...rig, userId, added, kept, react };
}

it('a key that no event names is swept after a day, and no other', async () => {
  const rig = await rigWithPasskey();
  const [sweep = () => Promise.reject(new Error('No noun has a shelf.'))] = shelves
    .filter(({ noun }) => noun === 'passkey')
    .map((each) => shelfSweep(each, rig));
  await sweep(new Date(rig.clock.now().getTime() + ORPHAN_MS));
  expect(await rig.kept()).toEqual([true, true]);
  await sweep(new Date(rig.clock.now().getTime() + ORPHAN_MS + 1));
  expect(await rig.kept()).toEqual([true, false]);
});

it('[P9] the key of a passkey that was removed is removed, too', async () => {
  const rig = await rigWithPasskey();
  await rig.give(SYSTEM, idOf('remove'), 'RemovePasskey', { userId: rig.userId, passkeyId: rig.added });
  await rig.react(`passkey-${rig.userId}`);
  expect(await rig.kept()).toEqual([false, true]);
});

it('[P10] an erased person keeps no passkey, in the vault and in the log, however often the event is handed over', async () => {
  const rig = await rigWithPasskey();
  await rig.give(SYSTEM, idOf('erase'), 'EraseUser', { userId: rig.userId });
  for (let times = 0; times < 2; times += 1) await rig.react(`user-${rig.userId}`);
  expect(await rig.kept()).toEqual([false, false]);
  expect((await rig.dispatcher.stateOf(passkeyFact(rig.userId))).passkeys).toEqual([]);
});
