import { expect, it } from '@jest/globals';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, room } from '#test/proof/simulate/room.ts';

it('a tab of another release ends an entry by an acknowledgement without a mark; what can’t be read makes this tab look', async () => {
  const quad = await room('ada');
  const tab = quad.open('ada');
  await quad.moment();
  tab.transport.isReachable = false;
  tab.transport.drop();
  const outbox = () => tab.store.view.getState().outbox;
  const { id, settled } = tab.store.send('CreatePost', words('lamp'));
  await quad.time.pass(A_MOMENT_MS);
  const other = tab.browser.channel();
  other.post({ kind: 'acknowledged', id, position: 7 } as never);
  await quad.moment();
  expect(await settled).toEqual({ ok: true, position: null });
  expect(outbox()).toEqual([]);
  const [entry] = [...tab.browser.entries.values()];
  if (entry === undefined) throw new Error('The entry is not stored.');
  tab.browser.entries.set('elsewhere', { ...entry, id: 'elsewhere' });
  other.post({ kind: 'of a later release', entries: ['elsewhere'] } as never);
  await quad.moment();
  expect(outbox().map((each) => each.id)).toEqual(['elsewhere']);
});
