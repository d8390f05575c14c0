import { expect, it } from '@jest/globals';
import type { KurrentClient } from '#server/engines/kurrent/client.ts';
import { createErrors } from '#server/engines/kurrent/errors.ts';
import { formatPosition } from '#server/engines/kurrent/position.ts';
import { createReader } from '#server/engines/kurrent/reader.ts';

/** Milliseconds that no read of this test takes. */
const SILENCE_MS = 1_000;

const place = (n: number) => ({ commit: BigInt(n), prepare: BigInt(n) });
const record = (streamId: string, n: number) => ({ event: { streamId, position: place(n) } });

/** A client of a server whose newest records are these, the newest first. */
function clientOf(newestFirst: () => readonly ReturnType<typeof record>[]): KurrentClient {
  return {
    readAll: ({ maxCount }: { maxCount: number }) => newestFirst().slice(0, maxCount).values(),
  } as unknown as KurrentClient;
}

it('knows no head any more that a restored log has lost', async () => {
  let log = [record('Quad-eras', 300), record('post-b', 200), record('post-a', 100)];
  const reader = createReader(
    clientOf(() => log),
    createErrors('here'),
    SILENCE_MS,
  );
  expect(await reader.head()).toBe(formatPosition(place(200)));
  // Restored to before the second post; the next start has begun an era.
  log = [record('Quad-eras', 150), record('post-a', 100)];
  expect(await reader.head()).toBe(formatPosition(place(100)));
});
