import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { START } from '#projections/engine/eventLog.ts';
import { readEvents } from '#scripts/cli/events.ts';
import { EXIT } from '#scripts/cli/failure.ts';
import { openSealedLog } from '#scripts/cli/openLog.ts';
import { runLedger } from '#scripts/ledger.ts';
import { payAtSandbox } from '#server/roles/sandboxEngines.ts';
import { recordingIo } from '../support/recordingIo.ts';
import {
  collect,
  playSmallStory,
  type TemporaryFolder,
  temporaryFolder,
  withFoundation,
} from '../support/storyFolder.ts';

/** `quad ledger` beside a server that goes on: somebody pays while it looks. */

const CENTS = 2_000;

interface Written {
  readonly postId: string;
  readonly author: string;
  readonly campus: string;
}

const HOUSE = { kind: 'system', name: 'payments' } as const;

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = temporaryFolder();
  await playSmallStory(folder.path);
});
afterEach(() => folder.remove());

/** An ad of the story that waits for its payment. */
async function waiting() {
  const { log, close } = await openSealedLog(folder.path);
  const events = await collect(readEvents(log, START));
  await close();
  // A comment, and what is sold, can't be boosted.
  const written = events.flatMap(({ type, data }) => (type === 'PostCreated' ? [data as Written] : []));
  return withFoundation(folder.path, async ({ dispatcherAt }) => {
    const dispatcher = dispatcherAt(() => new Date());
    for (const { postId, author, campus } of written) {
      const id = randomUUID();
      const data = { postId, title: 'A desk', goal: 'message', website: '', label: 'Send Message', days: 4 };
      const context = { actor: { kind: 'user', userId: author }, campus, origin: 'server' } as const;
      const outcome = await dispatcher.dispatch({ id, type: 'StartCheckout', version: 1, data }, context);
      if (outcome.ok) return { postId, adId: newId(effectiveCommandId(author, id), 0), campus, author };
    }
    throw new Error('No post of the story can be boosted.');
  });
}

/** Pays at the sandbox; the log learns of it by `confirm`. */
async function paid() {
  const { postId, adId, campus, author } = await waiting();
  const { session, payment } = payAtSandbox(folder.path)({
    ...{ postId, adId, cents: CENTS, keepsCard: false, at: new Date() },
  });
  const confirm = (cents = CENTS) =>
    withFoundation(folder.path, async ({ dispatcherAt }) => {
      const dispatcher = dispatcherAt(() => new Date());
      const data = { postId, adId, session, payment, cents };
      const command = { id: randomUUID(), type: 'ConfirmPayment', version: 1, data } as const;
      await dispatcher.dispatch(command, { actor: HOUSE, campus, origin: 'server' });
    });
  return { session, confirm, author };
}

async function run(pause: () => Promise<unknown>) {
  const io = recordingIo();
  let pauses = 0;
  const code = await runLedger({ data: folder.path }, io, async () => {
    pauses += 1;
    await pause();
  });
  return { code, pauses, printed: io.printed.join('\n') };
}

it('a payment that the log learns of while the ledger looks is no difference, and stands in the sums', async () => {
  const { confirm, author, session } = await paid();
  const { code, pauses, printed } = await run(() => confirm());
  expect([code, pauses]).toEqual([EXIT.ok, 1]);
  expect(printed).toMatch(new RegExp(`${author} +\\$20\\.00 +\\$0\\.00 +\\$0\\.00 +\\$20\\.00`));
  expect(printed).not.toContain(session);
  // Nothing to wait for any more.
  expect(await run(async () => undefined)).toMatchObject({ code: EXIT.ok, pauses: 0 });
});

it('a payment that the log does not learn of is a difference, and so is one of another amount', async () => {
  const { confirm, session } = await paid();
  const missing = await run(async () => undefined);
  expect([missing.code, missing.pauses]).toEqual([EXIT.finding, 1]);
  expect(missing.printed).toContain(`${session}: the provider has 2000 cents for the ad`);
  await confirm(1_500);
  const other = await run(async () => undefined);
  expect(other.code).toBe(EXIT.finding);
  expect(other.printed).toContain(`${session}: the provider has 2000 cents, the log 1500.`);
});

it('a difference that has become another one by the second look is looked at a third time', async () => {
  const { confirm, session } = await paid();
  const changed = await run(() => confirm(1_500));
  expect([changed.code, changed.pauses]).toEqual([EXIT.finding, 2]);
  expect(changed.printed).toContain(`${session}: the provider has 2000 cents, the log 1500.`);
});
