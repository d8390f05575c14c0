import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { LeaseVault } from '#server/ports/vault.ts';
import { ControlFailed, callControl } from '#server/roles/control.ts';
import { PROJECTOR_LEASE, PROJECTS_NO_LONGER } from '#server/roles/projector.ts';
import type { OpenStores } from '#server/roles/stores.ts';
import { WORKER_LEASE } from '#server/roles/worker.ts';
import { widePositions } from '#test/contract/widePositions.ts';
import { type MemoryStores, memoryStores } from '../support/memoryStores.ts';
import { eventually, PASSWORD } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let stores: MemoryStores;
let servers: TestServer[];
beforeEach(async () => {
  stores = await memoryStores(widePositions);
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.end();
  await stores.remove();
});

async function start(open: OpenStores = stores.open): Promise<TestServer> {
  const server = await testServer({ roles: ['api', 'projector', 'worker'] }, { stores: open });
  servers.push(server);
  return server;
}

/**
 * Takes a lease away from its holder with its next renewal; it is another's from then on.
 *
 * @param lost called when it is gone
 * @param released called when the holder has stopped its work
 */
function takeAway(
  lease: string,
  { lost, released }: { readonly lost?: () => void; readonly released?: () => void } = {},
): void {
  const { acquire, renew, release } = stores.vault.leases;
  let taken: string | null = null;
  stores.vault.leases.renew = async (name, holder, epoch, forMs) => {
    if (name !== lease || (taken !== null && taken !== `${holder} ${epoch}`)) return renew(name, holder, epoch, forMs);
    taken = `${holder} ${epoch}`;
    await release(name, holder, epoch);
    lost?.();
    return false;
  };
  stores.vault.leases.acquire = async (name, holder, forMs) =>
    name === lease && taken?.startsWith(`${holder} `) ? null : acquire(name, holder, forMs);
  const releasing: LeaseVault['release'] = async (name, holder, epoch) => {
    if (`${holder} ${epoch}` === taken) released?.();
    await release(name, holder, epoch);
  };
  stores.vault.leases.release = releasing;
}

it('an order to verify ends at once when another process takes over, and is given to that one again', async () => {
  const former = await start();
  await former.browser().ask('POST', '/api/registration', {
    body: { id: randomUUID(), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD, acceptedTerms: true },
  });
  const first = stores.control();
  await eventually(async () => (await stores.readStore.checkpoint()) === (await stores.store.head()));
  await start();

  const { readAll } = stores.store;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  // Builds alone read by it.
  stores.store.readAll = async (...asked) => {
    reach();
    await gate;
    return readAll(...asked);
  };
  const ended = expect(callControl(first, 'verify', null)).rejects.toThrow(new ControlFailed(PROJECTS_NO_LONGER));
  await reached;
  takeAway(PROJECTOR_LEASE);
  await ended;
  const next = await eventually(async () => stores.control() !== first && stores.control());
  open();
  stores.store.readAll = readAll;
  await expect(callControl(first, 'verify', null)).rejects.toThrow('This process stands by');
  expect(await callControl(next, 'verify', null)).toMatchObject({ differences: [], parked: [] });
});

it('a process that loses the lease while it announces where it takes orders leaves the address of the next one', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const open: OpenStores = async (...asked) => {
    const opened = await stores.open(...asked);
    return {
      ...opened,
      async announceControl(...announced) {
        reach();
        await gate;
        await opened.announceControl(...announced);
        wrote();
      },
    };
  };
  const starting = start(open);
  await reached;
  takeAway(PROJECTOR_LEASE);
  await start();
  const next = await eventually(async () => stores.announced());
  openGate();
  await Promise.all([written, starting]);
  expect(stores.control()).toBe(next);
});

it('a mail that waits for its next try is left to the next process', async () => {
  const seen: string[] = [];
  const open: OpenStores = async (...asked) => {
    const opened = await stores.open(...asked);
    return {
      ...opened,
      async openMails() {
        const mails = await opened.openMails();
        const send = async () => {
          seen.push('sends');
          throw new Unavailable('The mail server is away.');
        };
        return { ...mails, transport: { ...mails.transport, send } };
      },
    };
  };
  const server = await start(open);
  await server.browser().ask('POST', '/api/registration', {
    body: { id: randomUUID(), email: 'ada@ou.edu', name: 'Ada Lovelace', password: PASSWORD, acceptedTerms: true },
  });
  // The third try comes after a longer pause than a renewal.
  await eventually(async () => seen.length === 2);
  takeAway(WORKER_LEASE, {
    lost: () => void seen.push('has lost the lease'),
    released: () => void seen.push('has stopped'),
  });
  await eventually(async () => seen.includes('has stopped'));
  // Later tries are the next process's.
  expect(seen.slice(0, seen.indexOf('has stopped')).at(-1)).toBe('has lost the lease');
});
