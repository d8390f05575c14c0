import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, type Room, room, type Tab } from '#test/proof/simulate/room.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import { OTHER_TAB_LATER_MS, UNDO_HELD_MAX_MS } from '#web/sync/outbox/limits.ts';
import { COMMAND_TIMEOUT_MS } from '#web/sync/transport/limits.ts';

const FEED = topicName.feed('ou');
/** Milliseconds for which a deletion can be taken back here. */
const UNDOABLE_MS = 6_000;
/** A little less than one moment, and the rest of it. */
const NEARLY = UNDOABLE_MS - A_MOMENT_MS;

let quad: Room;
let tab: Tab;
let postId: string;

beforeEach(async () => {
  quad = await room('ada', 'bob');
  tab = quad.open('ada');
  tab.store.hold(FEED);
  await quad.moment();
  postId = newId(tab.store.send('CreatePost', words('lamp')).commandId, 0);
  await quad.moment();
  quad.server.taken.length = 0;
});

const remove = ({ store }: Tab) => store.send('DeletePost', { postId }, { undoableMs: UNDOABLE_MS });
const feedOf = ({ store }: Tab) => store.view.getState().windows[FEED] ?? [];
const outboxOf = ({ store }: Tab) => store.view.getState().outbox;
const deletions = async () => (await quad.server.events()).filter(({ type }) => type === 'PostDeleted').length;

function setReachable({ transport }: Tab, isReachable: boolean): void {
  transport.isReachable = isReachable;
  if (!isReachable) transport.drop();
}

describe('a command that can be taken back', () => {
  it('is shown at once and sent only when its time is over', async () => {
    const other = quad.open('bob');
    other.store.hold(FEED);
    await quad.moment();
    const { id, settled } = remove(tab);
    expect(feedOf(tab)).toEqual([]);
    await quad.time.pass(NEARLY);
    expect(quad.server.taken).toEqual([]);
    expect(feedOf(other)).toEqual([postId]);
    await quad.time.pass(2 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([id]);
    expect(await settled).toMatchObject({ ok: true });
    expect(feedOf(other)).toEqual([]);
    expect(await deletions()).toBe(1);
  });

  it('is never sent when it is taken back, in no tab, and what it hid is there again', async () => {
    const second = quad.open('ada', { browser: tab.browser });
    second.store.hold(FEED);
    await quad.moment();
    const { id, settled } = remove(tab);
    await quad.moment();
    expect([feedOf(tab), feedOf(second)]).toEqual([[], []]);
    expect(second.store.takeBack(id)).toBe(false);
    expect(tab.store.takeBack(id)).toBe(true);
    await quad.time.pass(UNDOABLE_MS + 2 * OTHER_TAB_LATER_MS);
    expect([feedOf(tab), feedOf(second)]).toEqual([[postId], [postId]]);
    expect(await settled).toMatchObject({ refusal: { code: 'DISCARDED' } });
    expect(quad.server.taken).toEqual([]);
    expect(tab.browser.entries.size).toBe(0);
    expect(tab.store.takeBack(id)).toBe(false);
  });

  it('can be taken back at the last moment, though another tab of the browser sends, too', async () => {
    const second = quad.open('ada', { browser: tab.browser });
    await quad.moment();
    const { id } = remove(tab);
    tab.store.setUndoable(id, UNDOABLE_MS);
    await quad.time.pass(UNDOABLE_MS - 1);
    expect(tab.store.takeBack(id)).toBe(true);
    await quad.time.pass(2 * OTHER_TAB_LATER_MS);
    expect(quad.server.taken).toEqual([]);
    expect(outboxOf(second)).toEqual([]);
  });

  it('is not too late only because it is under way: then it can’t be taken back', async () => {
    tab.transport.weather = { latency: [100, 100] };
    const { id } = remove(tab);
    await quad.time.pass(UNDOABLE_MS + 50);
    expect(outboxOf(tab)).toMatchObject([{ id, status: 'sending', sendAt: undefined }]);
    expect(tab.store.takeBack(id)).toBe(false);
    await quad.moment();
    expect(await deletions()).toBe(1);
  });

  it('waits while its Undo is held, a minute at most, and not longer in the storage', async () => {
    const { id } = remove(tab);
    tab.store.setUndoable(id, UNDO_HELD_MAX_MS);
    await quad.time.pass(UNDO_HELD_MAX_MS - A_MOMENT_MS);
    expect(quad.server.taken).toEqual([]);
    expect(tab.browser.entries.get(id)).toMatchObject({ sendAt: expect.any(Number) });
    tab.store.setUndoable(id, 3 * A_MOMENT_MS);
    await quad.time.pass(2 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([]);
    await quad.time.pass(2 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([id]);
  });

  it('waits as its own tab says, though the storage is slow to take it and another tab stores something', async () => {
    const second = quad.open('ada', { browser: tab.browser });
    const { id } = remove(tab);
    await quad.moment();
    const { put } = tab.browser.storage;
    const hangs = new Promise<void>(() => undefined);
    Object.assign(tab.browser.storage, { put: (entry: OutboxEntry) => (entry.id === id ? hangs : put(entry)) });
    tab.store.setUndoable(id, UNDO_HELD_MAX_MS);
    const other = second.store.send('ChangeBio', { bio: 'New.' });
    await quad.time.pass(UNDOABLE_MS);
    expect(quad.server.taken).toContain(other.id);
    expect(quad.server.taken).not.toContain(id);
  });

  it('is sent at once when its message is sent away', async () => {
    const { id } = remove(tab);
    tab.store.setUndoable(id, 0);
    await quad.moment();
    expect(quad.server.taken).toEqual([id]);
  });

  it('is meant once its page is left, and sent there and then', async () => {
    const { id } = remove(tab);
    expect(tab.store.sendUndoable()).toMatchObject([{ id, type: 'DeletePost', data: { postId } }]);
    expect(tab.store.takeBack(id)).toBe(false);
    await quad.moment();
    expect(quad.server.taken).toEqual([id]);
    expect(await deletions()).toBe(1);
  });

  it('is not sent past a command that it has to wait for, as the page is left', async () => {
    setReachable(tab, false);
    const { commandId } = tab.store.send('CreatePost', words('desk'));
    tab.store.send('DeletePost', { postId: newId(commandId, 0) }, { undoableMs: UNDOABLE_MS });
    expect(tab.store.sendUndoable()).toEqual([]);
    setReachable(tab, true);
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(outboxOf(tab)).toEqual([]);
    expect(await deletions()).toBe(1);
  });

  it.each([
    ['another tab', () => quad.open('ada', { browser: tab.browser })],
    ['the next visit', () => null],
  ])('outlives its page: %s sends it, once', async (_who, openBefore) => {
    const before = openBefore();
    await quad.moment();
    const { id } = remove(tab);
    await quad.moment();
    tab.store.stop();
    const heir = before ?? quad.open('ada', { browser: tab.browser });
    heir.store.hold(FEED);
    await quad.time.pass(NEARLY);
    expect(quad.server.taken).toEqual([]);
    expect(feedOf(heir)).toEqual([]);
    await quad.time.pass(A_MOMENT_MS + OTHER_TAB_LATER_MS);
    expect(quad.server.taken).toEqual([id]);
    expect(await deletions()).toBe(1);
  });

  it('given offline can be taken back by its message for that time, and by the list of what waits after it', async () => {
    setReachable(tab, false);
    const { id } = remove(tab);
    await quad.time.pass(10 * UNDOABLE_MS);
    expect(outboxOf(tab)).toMatchObject([{ id, status: 'queued' }]);
    tab.store.discardEntry(id);
    setReachable(tab, true);
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([]);
    expect(feedOf(tab)).toEqual([postId]);
  });

  it('goes when its time is over, though the answer to another command is still awaited', async () => {
    expect(COMMAND_TIMEOUT_MS).toBeGreaterThan(UNDOABLE_MS + A_MOMENT_MS);
    quad.server.holdCommands(true);
    const awaited = tab.store.send('CreatePost', words('desk'));
    const { id } = remove(tab);
    await quad.time.pass(UNDOABLE_MS + A_MOMENT_MS / 2);
    expect(quad.server.taken).toEqual([awaited.id, id]);
  });
});
