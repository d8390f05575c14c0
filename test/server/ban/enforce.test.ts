import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { banDecider } from '#domain/ban/decider.ts';
import type { BanEvent } from '#domain/ban/events.ts';
import { personal } from '#domain/kernel/personal.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';
import { createBanReactor } from '#server/ban/enforce.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { handOver } from '#server/reactors/reactor.ts';

const ADDRESS = 'a1'.repeat(32);
const SCHOOL_ADDRESS = 'b2'.repeat(32);

const banned: BanEvent = {
  type: 'PersonBanned',
  data: {
    userId: 'bob',
    by: 'ada',
    reason: 'scam',
    note: personal(''),
    about: 'bob',
    addresses: [ADDRESS, SCHOOL_ADDRESS],
  },
};
const lifted: BanEvent = { type: 'BanLifted', data: { userId: 'bob', by: 'ada', reason: 'mistake' } };

/** The reactor, over a ban's stream that the test writes. */
function rig() {
  const stream: BanEvent[] = [];
  const given: string[] = [];
  const ended: string[] = [];
  const state = () => stream.reduce((before, event) => banDecider.evolve(before, event, ''), banDecider.initial);
  const reactor = createBanReactor({
    dispatcher: {
      stateOf: async () => state(),
      dispatch: async ({ type, data }: { type: string; data: { address: string } }) => {
        given.push(`${type} ${data.address}`);
        return { ok: true };
      },
    },
    sessions: { endAllOf: async (userId: string) => void ended.push(userId) },
    logger: silentLogger,
  } as never);
  const meta = { at: '2026-01-01T00:00:00.000Z', campus: 'ou' };
  const recorded = (event: BanEvent) => ({ ...event, id: randomUUID(), meta }) as unknown as AnyRecordedEvent;
  return { stream, given, ended, handle: (event: BanEvent) => handOver(reactor, recorded(event)) };
}

it('[GUARD-11] a lifted ban frees the addresses, also when it was lifted while they were being closed', async () => {
  const { stream, given, handle } = rig();
  stream.push(banned);
  const closing = handle(banned);
  stream.push(lifted);
  await closing;
  await handle(lifted);
  expect(given.slice(-2)).toEqual([`FreeAddress ${ADDRESS}`, `FreeAddress ${SCHOOL_ADDRESS}`]);
});

it('[GUARD-11] a ban that is handed over again after it was lifted ends no session, and closes no address', async () => {
  const { stream, given, ended, handle } = rig();
  stream.push(banned);
  await handle(banned);
  expect([ended, given]).toEqual([['bob'], [`BanAddress ${ADDRESS}`, `BanAddress ${SCHOOL_ADDRESS}`]]);
  stream.push(lifted);
  for (const seen of [ended, given]) seen.splice(0);
  await handle(banned);
  expect([ended, given]).toEqual([[], []]);
});

it('the lifting frees what an earlier ban had closed, too: its own lifting came late and left that to this one', async () => {
  const { stream, given, handle } = rig();
  const again: BanEvent = { ...banned, data: { ...banned.data, addresses: [SCHOOL_ADDRESS] } };
  stream.push(banned, lifted, again);
  await handle(lifted);
  expect(given).toEqual([]);
  stream.push(lifted);
  await handle(lifted);
  expect(given).toEqual([`FreeAddress ${ADDRESS}`, `FreeAddress ${SCHOOL_ADDRESS}`]);
});
