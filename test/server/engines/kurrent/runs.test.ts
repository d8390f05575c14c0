import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { sampleEvents, sampleStream } from '../../../contract/eventStoreSamples.ts';
import { closeWithin } from '../../../contract/temporaryStore.ts';
import { type KurrentProcess, startKurrentProcess } from '../../../doubles/kurrent/startKurrent.ts';
import { runJest } from '../../../jest.ts';

/** The words of such a run are none of this one's. */
const QUIET = { root: join(import.meta.dirname, '../../../..'), output: 'ignore' } as const;

let server: KurrentProcess;

beforeEach(async () => {
  server = await startKurrentProcess();
});
afterEach(() => server.dispose());

/** Runs a part of the contract, as `npm run test:engines` does, against the server of this test. */
function run(): { readonly line: string; readonly exitCode: number } {
  const words = ['test/server/engines/kurrent/contract.engine.ts', '-t', 'open (append|many appends at once) '];
  const { line, exitCode } = runJest(['--selectProjects', 'engines', '--forceExit'], words, {
    ...QUIET,
    variables: { EVENTSTORE_URL: server.url },
  });
  return { line, exitCode };
}

it('passes a second time on a server that has the events of the first', () => {
  const first = run();
  expect(first).toMatchObject({ exitCode: 0, line: expect.stringMatching(/^[1-9]\d* passed, 0 failed/) });
  expect(run()).toEqual(first);
});

it('ends a suite whose test has left a handler that never ends', async () => {
  const store = await openKurrentEventStore({ url: server.url });
  const called = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const handler = (): Promise<void> => {
    called.resolve();
    return goOn.promise;
  };
  store.subscribe(START, handler, () => undefined);
  await store.append(sampleStream(), NO_STREAM, sampleEvents(1));
  await called.promise;
  expect(await closeWithin(store, 50)).toBe(false);
  goOn.resolve();
  expect(await closeWithin(store)).toBe(true);
});
