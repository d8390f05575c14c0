import { FORWARDS, NO_STREAM, StreamNotFoundError } from '@eventstore/db-client';
import { expect, it } from '@jest/globals';
import type { KurrentClient } from '#server/engines/kurrent/client.ts';
import { createEras } from '#server/engines/kurrent/eras.ts';

const { signal } = new AbortController();

/** The stream of eras in memory, and how many records were sent of it. */
function streamOfEras() {
  const events: { readonly revision: bigint; readonly data: unknown }[] = [];
  const sent: number[] = [];
  const client = {
    async *readStream(_stream: string, { direction, fromRevision }: { direction: string; fromRevision: bigint }) {
      if (events.length === 0) throw new StreamNotFoundError(new Error('none') as never);
      const asked = direction === FORWARDS ? events.slice(Number(fromRevision)) : events.toReversed();
      sent.push(asked.length);
      for (const event of asked) yield { event };
    },
    async appendToStream(
      _stream: string,
      { data }: { data: unknown },
      { expectedRevision }: { expectedRevision: unknown },
    ) {
      expect(expectedRevision).toBe(events.length === 0 ? NO_STREAM : BigInt(events.length - 1));
      events.push({ revision: BigInt(events.length), data });
    },
  };
  return { sent, open: () => createEras(client as unknown as KurrentClient, 1_000) };
}

it('an era is read once by each process, however often it looks for new ones', async () => {
  const { sent, open } = streamOfEras();
  for (let starts = 0; starts < 5; starts += 1) await open().begin(async () => String(starts), signal);
  const eras = open();
  expect((await eras.read()).map(({ from }) => from)).toEqual(['0', '1', '2', '3', '4']);
  sent.splice(0);
  await eras.read();
  await open().begin(async () => '5', signal);
  expect((await eras.read()).map(({ from }) => from)).toEqual(['0', '1', '2', '3', '4', '5']);
  await eras.read();
  // Nothing, the whole for the one that begins, the new one, nothing.
  expect(sent).toEqual([0, 5, 1, 0]);
});
