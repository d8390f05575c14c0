import { afterAll, expect, it } from '@jest/globals';
import { systemClock } from '#projections/engine/clock.ts';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import { LEASE_ASK_EVERY_MS, LEASE_MS } from '#server/kernel/heldLease.ts';
import { type Leased, whileLeased } from '#server/kernel/whileLeased.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { LeaseVault } from '#server/ports/vault.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';

/** Milliseconds for a busy machine beyond what a spare waits for. */
const SLACK_MS = 3_000;

describeOn('leased work by the clocks of the server and of the machine', await startMongo(), (server) => {
  const { fresh } = databases(server);
  const database = fresh();
  const running: Leased[] = [];
  afterAll(() => Promise.all(running.map(({ close }) => close())));

  function working(holder: string, leases: LeaseVault, seen: [string, number][]): Leased {
    const work = whileLeased({
      ...{ leases, name: 'projector', holder, clock: systemClock, logger: silentLogger },
      async start() {
        seen.push([`${holder} starts`, performance.now()]);
        return {
          async stop() {
            seen.push([`${holder} stops`, performance.now()]);
          },
        };
      },
    });
    running.push(work);
    return work;
  }

  it('a spare takes over in seconds after a process has lost the server, and after that one has stopped', async () => {
    const seen: [string, number][] = [];
    const [one, other] = [
      await openMongoVault({ url: server.url, database }),
      await openMongoVault({ url: server.url, database }),
    ];
    working('a', one.leases, seen);
    while (seen.length === 0) await new Promise((resolve) => void setTimeout(resolve, 10));
    working('b', other.leases, seen);
    await new Promise((resolve) => void setTimeout(resolve, LEASE_MS / 2));
    const gone = performance.now();
    await one.close();
    while (seen.length < 3) await new Promise((resolve) => void setTimeout(resolve, 10));
    const [, stopped = ['', 0], started = ['', 0]] = seen;
    expect(seen.map(([what]) => what)).toEqual(['a starts', 'a stops', 'b starts']);
    expect(started[1]).toBeGreaterThan(stopped[1]);
    expect(started[1] - gone).toBeLessThan(LEASE_MS + LEASE_ASK_EVERY_MS + SLACK_MS);
    await Promise.all(running.map(({ close }) => close()));
    await other.close();
  });
});
