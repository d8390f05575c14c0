import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { A_MOMENT_MS, room, type Tab } from '#test/proof/simulate/room.ts';
import { SyncContext, useOwnActions } from '#web/sync/hooks.ts';
import { CONSENT_AFTER_MS } from '#web/sync/outbox/limits.ts';
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

const List = () => useOwnActions().map(({ type }) => type);

/** Types of the commands that a person is shown as waiting. */
function listed({ store }: Tab): string {
  // A drawing outside of a page begins by the state that a store had first.
  const value = { ...store, view: { ...store.view, getInitialState: store.view.getState } };
  return renderToString(createElement(SyncContext, { value }, createElement(List)));
}

it('a mark that the page makes by itself is no action of a person: it is not listed, and nobody is asked about it', async () => {
  const quad = await room('ada');
  const tab = quad.open('ada');
  await quad.moment();
  tab.transport.isReachable = false;
  tab.transport.drop();
  tab.store.send('DismissTips', {}, { isUnasked: true });
  tab.store.send('ChangeBio', { bio: 'New.' });
  await quad.moment();
  expect(tab.store.view.getState().outbox).toHaveLength(2);
  expect(listed(tab)).toBe('ChangeBio');
  await quad.time.pass(CONSENT_AFTER_MS + A_MOMENT_MS);
  tab.transport.isReachable = true;
  await quad.time.pass(5 * A_MOMENT_MS);
  expect(tab.store.view.getState().outbox).toMatchObject([{ type: 'ChangeBio', status: 'needs-consent' }]);
  expect(quad.server.taken).toEqual([]);
});

it('a mark that is refused leaves nothing behind', async () => {
  const quad = await room('ada');
  const tab = quad.open('ada');
  await quad.moment();
  const { settled } = tab.store.send('DeletePost', { postId: quad.ids.ada }, { isUnasked: true });
  await quad.moment();
  expect(await settled).toMatchObject({ ok: false, refusal: { code: 'POST_UNKNOWN' } });
  await quad.moment();
  expect(tab.store.view.getState().outbox).toEqual([]);
});
