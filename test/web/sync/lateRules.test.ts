import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, room, type Tab } from '#test/proof/simulate/room.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';

const FEED = topicName.feed('ou');

/** Milliseconds until a page has its rules, once it needs them. */
const RULES_MS = 400;

function goOffline(tab: Tab): void {
  tab.transport.isReachable = false;
  tab.transport.drop();
}

const feedOf = ({ store }: Tab) => store.view.getState().windows[FEED] ?? [];
const outboxOf = ({ store }: Tab) => store.view.getState().outbox;

describe('a page that has no rules yet', () => {
  it('takes a command, and shows and sends it once the rules are there', async () => {
    const quad = await room('ada');
    const tab = quad.open('ada', { rulesAfterMs: RULES_MS });
    tab.store.hold(FEED);
    await quad.time.pass(RULES_MS);
    const first = tab.store.send('CreatePost', words('lamp'));
    const second = tab.store.send('CreatePost', words('chair'));
    await quad.time.pass(RULES_MS - 1);
    expect([feedOf(tab), outboxOf(tab), tab.browser.entries.size]).toEqual([[], [], 0]);
    goOffline(tab);
    await quad.time.pass(1);
    const posts = [newId(second.commandId, 0), newId(first.commandId, 0)];
    expect(feedOf(tab)).toEqual(posts);
    expect(await Promise.all([first.stored, second.stored])).toEqual([true, true]);
    expect([...tab.browser.entries.keys()]).toEqual([first.id, second.id]);
    tab.transport.isReachable = true;
    await quad.time.pass(A_MOMENT_MS * 60);
    expect(await first.settled).toMatchObject({ ok: true });
    expect([feedOf(tab), outboxOf(tab)]).toEqual([posts, []]);
  });

  it('loads them for what another tab left in the outbox, and shows it then', async () => {
    const quad = await room('ada');
    const other = quad.open('ada');
    const tab = quad.open('ada', { browser: other.browser, rulesAfterMs: RULES_MS });
    tab.store.hold(FEED);
    await quad.moment();
    goOffline(other);
    goOffline(tab);
    const { commandId } = other.store.send('CreatePost', words('lamp'));
    await quad.time.pass(RULES_MS - 1);
    expect([feedOf(tab), outboxOf(tab).length]).toEqual([[], 1]);
    await quad.time.pass(RULES_MS);
    expect(feedOf(tab)).toEqual([newId(commandId, 0)]);
  });

  it('uploads files to the folder that the rules name', async () => {
    const quad = await room('ada');
    const picture = { kind: 'image', name: 'local', width: 40, height: 30 } as const;
    const folders: string[] = [];
    const upload: UploadFile = async (folder) => {
      folders.push(folder);
      return { ...picture, name: 'stored.webp' };
    };
    const tab = quad.open('ada', { upload, rulesAfterMs: RULES_MS });
    await quad.moment();
    const media = [picture];
    const uploads = [{ name: 'local', file: new Blob(['x']), progress: 0 }];
    const { commandId } = tab.store.send('CreatePost', { ...words('lamp'), media }, { uploads });
    await quad.time.pass(A_MOMENT_MS * 5);
    expect(folders[0]).toBe(`posts/${newId(commandId, 0)}`);
  });
});
