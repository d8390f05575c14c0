import { expect, it } from '@jest/globals';
import { room } from '#test/proof/simulate/room.ts';
import { COMMAND_TIMEOUT_MS, TRIES_BEFORE_FAILED } from '#web/sync/transport/limits.ts';

it('a connection that is lost meanwhile is no failed try: the command goes with the next one', async () => {
  const quad = await room('ada');
  quad.server.holdCommands(true);
  const tab = quad.open('ada');
  await quad.moment();
  const { id, settled } = tab.store.send('ChangeBio', { bio: 'New.' });
  for (let n = 0; n <= TRIES_BEFORE_FAILED; n += 1) {
    await quad.time.pass(COMMAND_TIMEOUT_MS / 2);
    expect(quad.server.taken).toHaveLength(n + 1);
    expect(tab.store.view.getState().outbox).toMatchObject([{ id, status: 'sending', attempts: 0 }]);
    tab.transport.drop();
  }
  quad.server.holdCommands(false);
  await quad.time.pass(COMMAND_TIMEOUT_MS);
  expect(await settled).toMatchObject({ ok: true });
});
