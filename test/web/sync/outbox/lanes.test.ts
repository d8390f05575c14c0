import { expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/face.ts';
import { commandDefinitions } from '#domain/registry.ts';
import { type Room, room } from '#test/proof/simulate/room.ts';
import type { EntryStatus, OutboxEntry } from '#web/sync/outbox/entry.ts';
import { newEntry } from '#web/sync/outbox/newEntry.ts';
import { isBlocked } from '#web/sync/outbox/queue.ts';

const USER = '0192e0aa-0000-7000-8000-000000000001';
const CHATS = ['0192e0aa-0000-7000-8000-00000000000a', '0192e0aa-0000-7000-8000-00000000000b'] as const;

/** Messages as one browser gives them, one after the other. */
function written(...chats: readonly string[]): readonly OutboxEntry[] {
  const definition = commandDefinitions.SendMessage;
  if (definition === undefined) throw new Error('SendMessage is no command.');
  const entries: OutboxEntry[] = [];
  for (const [place, chatId] of chats.entries()) {
    const data = { chatId, text: `Number ${place}`, media: [], postId: null };
    const id = `0192e0aa-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`;
    const user = { userId: USER, campus: 'ou' };
    const more = { after: [], uploads: [], entries, now: 1_000, undoableMs: 0, isUnasked: false };
    entries.push(newEntry({ id, definition, data, user, ...more }));
  }
  return entries;
}

const as = (entry: OutboxEntry | undefined, status: EntryStatus): OutboxEntry => ({
  ...(entry as OutboxEntry),
  status,
});

it('messages of one conversation are sent one after the other, although each is a stream of its own', () => {
  const [first, second, third] = written(CHATS[0], CHATS[0], CHATS[0]);
  const all = [first, second, third].map((entry) => as(entry, 'queued'));
  expect(new Set(all.map(({ target }) => target)).size).toBe(3);
  expect(all.map((entry) => isBlocked(entry, all))).toEqual([false, true, true]);
  expect(isBlocked(as(second, 'queued'), [as(second, 'queued'), as(third, 'queued')])).toBe(false);
});

it('messages of two conversations do not wait for each other, and commands without a lane for none', () => {
  const [first, second] = written(CHATS[0], CHATS[1]);
  expect(isBlocked(as(second, 'queued'), [as(first, 'sending'), as(second, 'queued')])).toBe(false);
  const { lane: _one, ...without } = as(first, 'sending');
  const { lane: _other, ...alsoWithout } = as(second, 'queued');
  expect(isBlocked(alsoWithout, [without, alsoWithout])).toBe(false);
});

it('what was refused does not hold up what was written after it; what waits for consent does', () => {
  const [first, second] = written(CHATS[0], CHATS[0]);
  const blockedBy = (status: EntryStatus) => isBlocked(as(second, 'queued'), [as(first, status), as(second, 'queued')]);
  expect(blockedBy('rejected')).toBe(false);
  for (const status of ['queued', 'sending', 'failed', 'needs-consent'] as const) expect(blockedBy(status)).toBe(true);
});

const say = (quad: Room, text: string) => {
  const chatId = chatIdOf(quad.ids.ada ?? '', quad.ids.ben ?? '');
  return { chatId, text, media: [], postId: null };
};

it('[P2] [P7] what two tabs wrote in one conversation while no answer came is sent in the order in which it was written, also after a reload', async () => {
  const quad = await room('ada', 'ben');
  await quad.give('ada', 'StartChat', { userId: quad.ids.ben });
  const one = quad.open('ada');
  const two = quad.open('ada', { browser: one.browser });
  await quad.moment();
  // Nothing is answered: without lanes several would be on their way by now.
  quad.server.holdCommands(true);
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const given: string[] = [];
  for (const [place, text] of texts.entries()) {
    given.push((place % 2 === 0 ? one : two).store.send('SendMessage', say(quad, text)).id);
    await quad.moment();
  }
  /** Each once: the answer to a first try may not have come. */
  const taken = () => [...new Set(quad.server.taken)].filter((id) => given.includes(id));
  expect(taken()).toEqual(given.slice(0, 1));
  for (const tab of [one, two]) tab.store.stop();
  quad.server.holdCommands(false);
  const later = quad.open('ada', { browser: one.browser });
  for (const _ of texts) await quad.moment();
  expect(taken()).toEqual(given);
  expect(later.store.view.getState().outbox).toEqual([]);
});
