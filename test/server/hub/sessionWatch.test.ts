import { expect, it } from '@jest/globals';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { SESSION_CHECK_EVERY_MS } from '#server/hub/limits.ts';
import { watchSessions } from '#server/hub/sessionWatch.ts';
import { createSessions } from '#server/identity/sessions.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { id } from '#test/projections/support/events.ts';
import { guest, hubRig } from './hubRig.ts';

const DAY_MS = 24 * 3_600_000;

it('a session that expires ends its open connections, and a busy vault ends none', async () => {
  const { hub, clock } = await hubRig();
  const vault = createMemoryVault();
  const sessions = createSessions({
    vault: vault.sessions,
    secret: new Uint8Array(32),
    clock: () => new Date(clock.now()),
    onEnded: () => undefined,
  });
  const { sessionId } = await sessions.start(id('ada'), 'a browser', 'ou');
  let isBusy = true;
  const stands = (each: string) => (isBusy ? Promise.reject(new Error('busy')) : sessions.stands(each));
  const watch = watchSessions({ hub, sessions: { stands }, clock, logger: silentLogger });
  const visitor = guest(hub);
  const ada = guest(hub, id('ada'), { sessionId });
  const check = async () => {
    clock.advance(SESSION_CHECK_EVERY_MS);
    await turnOfTheEventLoop();
  };

  await check();
  isBusy = false;
  await check();
  expect(ada.ended).toEqual([]);
  clock.advance(400 * DAY_MS);
  await turnOfTheEventLoop();
  await check();
  expect(ada.ended).toEqual(['session-ended']);
  expect(visitor.ended).toEqual([]);
  await watch.stop();
  await hub.close();
});

function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
