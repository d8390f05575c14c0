import { describe, expect, it } from '@jest/globals';
import { createVaultFollower } from '#server/roles/vaultFollower.ts';

/** A follower, and what it has dropped. */
function follower() {
  const dropped: string[] = [];
  const note = (what: string) => void dropped.push(what);
  const made = createVaultFollower({
    hub: { endSession: (sessionId) => note(`sockets of ${sessionId}`) },
    dispatcher: { forgetStates: () => note('states') },
    log: { forget: (subjects) => note(`opened of ${subjects ?? 'all'}`) },
    watch: {
      async check() {
        await Promise.resolve();
        note('sessions that have ended');
      },
    },
  });
  return { dropped, ...made };
}

describe('what a process drops of what another has changed in the vault', () => {
  it('ends the sockets of an ended session', () => {
    const { dropped, sessionEnded } = follower();
    sessionEnded('s');
    expect(dropped).toEqual(['sockets of s']);
  });

  it('[P10] keeps nothing that a destroyed key opened, states of streams included', () => {
    const { dropped, keyDestroyed } = follower();
    keyDestroyed('ada');
    expect(dropped.toSorted()).toEqual(['opened of ada', 'states']);
  });

  it('[P10] takes everything for changed when changes were missed, and is done once the sessions are checked', async () => {
    const { dropped, lost } = follower();
    await lost();
    expect(dropped.toSorted()).toEqual(['opened of all', 'sessions that have ended', 'states']);
  });
});
