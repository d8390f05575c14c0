import { beforeEach, describe, expect, it } from '@jest/globals';
import { createVaultTail, VAULT_POLL_EVERY_MS } from '#server/kernel/vaultTail.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { ChangeVault, VaultChange } from '#server/ports/vault.ts';
import { standingClock } from '#test/server/hub/hubRig.ts';

/** More reads than any of these tests makes. */
const READS_MAX = 50;

let list: VaultChange[];
/** Number of the last change that the vault does not have any more. */
let dropped: number;
let isBusy: boolean;
let failsToFollow: boolean;
/** Reads of the list: a tail that does not get on would read for ever. */
let reads: number;
let seen: string[];

beforeEach(() => {
  list = [];
  dropped = 0;
  isBusy = false;
  failsToFollow = false;
  reads = 0;
  seen = [];
});

const end = (sessionId: string) => void list.push({ number: list.length + 1, kind: 'session-ended', sessionId });
const destroy = (subject: string) => void list.push({ number: list.length + 1, kind: 'key-destroyed', subject });

const changes: ChangeVault = {
  async newest() {
    reads += 1;
    return list.length;
  },
  async after(number, limit) {
    reads += 1;
    if (reads > READS_MAX) throw new Error('It does not get on.');
    if (isBusy) throw new Error('The vault is busy.');
    return number < dropped ? null : list.slice(number, number + limit);
  },
};

async function tailing(from: ChangeVault = changes) {
  const clock = standingClock();
  const follower = {
    sessionEnded: (sessionId: string) => void seen.push(`session ${sessionId}`),
    keyDestroyed: (subject: string) => void seen.push(`key ${subject}`),
    async lost() {
      if (failsToFollow) throw new Error('The sessions could not be checked.');
      seen.push('lost');
    },
  };
  const tail = createVaultTail({ changes: from, follower, clock, logger: silentLogger });
  await tail.start();
  const wait = async () => {
    clock.advance(VAULT_POLL_EVERY_MS);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
  };
  return { ...tail, wait };
}

describe('following the changes of the vault', () => {
  it('looks so often that a session which another process ends is over within a second, the answer included', () => {
    const slowestAnswerMs = 400;
    expect(VAULT_POLL_EVERY_MS + slowestAnswerMs).toBeLessThan(1_000);
  });

  it('[P10] begins at the newest, and hands over each later one once and in order, at every look', async () => {
    end('before');
    const { wait, poll, stop } = await tailing();
    await wait();
    expect(seen).toEqual([]);
    end('a');
    destroy('ada');
    await wait();
    await Promise.all([poll(), poll()]);
    end('b');
    await wait();
    expect(seen).toEqual(['session a', 'key ada', 'session b']);
    await stop();
    end('after');
    await wait();
    expect(seen).toHaveLength(3);
  });

  it('asks the vault one question a poll while nothing changes', async () => {
    const { wait, stop } = await tailing();
    const before = reads;
    for (let poll = 0; poll < 3; poll += 1) await wait();
    expect(reads - before).toBe(3);
    await stop();
  });

  it('looks again after the vault did not answer, and misses nothing', async () => {
    const { wait, stop } = await tailing();
    end('a');
    isBusy = true;
    await wait();
    isBusy = false;
    await wait();
    expect(seen).toEqual(['session a']);
    await stop();
  });

  it('says that changes are lost until that was handled, and then goes on with the newest', async () => {
    const { wait, stop } = await tailing();
    for (const name of ['a', 'b', 'c']) end(name);
    dropped = 2;
    failsToFollow = true;
    await wait();
    expect(seen).toEqual([]);
    failsToFollow = false;
    await wait();
    await wait();
    expect(seen).toEqual(['lost']);
    end('d');
    await wait();
    expect(seen).toEqual(['lost', 'session d']);
    await stop();
  });

  it('hands nothing over and reads nothing more once it is stopped, though a read is under way', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const slow: ChangeVault = {
      ...changes,
      async after(number, limit) {
        const found = await changes.after(number, limit);
        await answered;
        return found;
      },
    };
    const tail = await tailing(slow);
    end('a');
    await tail.wait();
    const stopping = tail.stop();
    answer();
    await stopping;
    expect(seen).toEqual([]);
    const before = reads;
    await tail.wait();
    await tail.wait();
    expect(reads).toBe(before);
  });
});
