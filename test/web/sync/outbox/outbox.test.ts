import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { saveKey } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, type Room, room, type Tab } from '#test/proof/simulate/room.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import { CONSENT_AFTER_MS } from '#web/sync/outbox/limits.ts';
import { pendingState } from '#web/sync/outbox/pendingState.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { noAnswer, RequestRefused } from '#web/sync/transport/http.ts';
import { COMMAND_TIMEOUT_MS } from '#web/sync/transport/limits.ts';

const FEED = topicName.feed('ou');

async function withFeed(): Promise<{ quad: Room; tab: Tab }> {
  const quad = await room('ada', 'bob');
  const tab = quad.open('ada');
  tab.store.hold(FEED);
  await quad.moment();
  return { quad, tab };
}

function goOffline(tab: Tab): void {
  tab.transport.isReachable = false;
  tab.transport.drop();
}

function feedOf({ store }: Tab): readonly string[] {
  return store.view.getState().windows[FEED] ?? [];
}

function outboxOf({ store }: Tab): readonly OutboxEntry[] {
  return store.view.getState().outbox;
}

const statuses = (tab: Tab) => outboxOf(tab).map(({ status }) => status);

function postDoc(tab: Tab, id: string): Record<string, unknown> | undefined {
  return tab.store.view.getState().documents[`posts ${id}`] as Record<string, unknown> | undefined;
}

function pictureOf(name: string): Media {
  return { kind: 'image', name, width: 40, height: 30 };
}

const comment = (text: string, on: string) => ({ text: words(text).text, media: [], root: on, parent: on });

describe('what one does is shown at once', () => {
  it('as the very document that comes later, by the server’s own folds', async () => {
    const { quad, tab } = await withFeed();
    const { commandId, settled } = tab.store.send('CreatePost', words('lamp'));
    const postId = newId(commandId, 0);
    expect(feedOf(tab)).toEqual([postId]);
    const predicted = postDoc(tab, postId);
    expect(pendingState(outboxOf(tab), `post-${postId}`)).toBe('sending');
    await quad.moment();
    expect(await settled).toMatchObject({ ok: true });
    const real = postDoc(tab, postId);
    expect(outboxOf(tab)).toEqual([]);
    expect(pendingState(outboxOf(tab), `post-${postId}`)).toBeNull();
    // Only fields that the log alone knows differ: time and position.
    const unknown = { createdAt: '', lastModified: '', created: '', activity: '', place: '' };
    expect({ ...predicted, ...unknown }).toEqual({ ...real, ...unknown });
  });

  it('[SAVE-04] counts a save once, at every moment, and takes it back', async () => {
    const { quad, tab } = await withFeed();
    const { commandId } = tab.store.send('CreatePost', words('lamp'));
    await quad.moment();
    const postId = newId(commandId, 0);
    const seen = new Set<unknown>();
    const saves = () =>
      (tab.store.view.getState().documents[`postCounters ${postId}`] as { saves: number } | undefined)?.saves;
    tab.store.view.subscribe(() => seen.add(saves()));
    tab.store.send('SavePost', { postId });
    expect(saves()).toBe(1);
    expect(tab.store.view.getState().documents).toHaveProperty([`saves ${saveKey(postId, quad.ids.ada ?? '')}`]);
    tab.store.send('SavePost', { postId });
    await quad.moment();
    expect(saves()).toBe(1);
    tab.store.send('UnsavePost', { postId });
    expect(saves()).toBe(0);
    await quad.moment();
    expect(saves()).toBe(0);
    expect([...seen].sort()).toEqual([0, 1]);
  });

  it('and is gone at once when a rule says no, with the text kept until it is discarded', async () => {
    const { quad, tab } = await withFeed();
    const { commandId } = tab.store.send('CreatePost', words('lamp'));
    await quad.moment();
    const postId = newId(commandId, 0);
    const other = quad.open('bob');
    other.store.hold(topicName.post(postId));
    await quad.moment();
    goOffline(other);
    const { id, settled } = other.store.send('AddComment', comment('Still there?', postId));
    expect(other.store.view.getState().windows[topicName.post(postId)]).toHaveLength(2);
    await quad.give('ada', 'DeletePost', { postId });
    other.transport.isReachable = true;
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: false, refusal: { code: 'POST_DELETED', retry: false } });
    expect(outboxOf(other)).toMatchObject([{ status: 'rejected', data: { text: words('Still there?').text } }]);
    expect(Object.keys(other.store.view.getState().documents).filter((key) => key.startsWith('posts'))).toEqual([]);
    other.store.discardEntry(id);
    expect(outboxOf(other)).toEqual([]);
    await quad.moment();
    expect(other.browser.entries.size).toBe(0);
  });
});

describe('the outbox', () => {
  it('[DATA-14] sends what was written offline, after a reload too, under its own id', async () => {
    const { quad, tab } = await withFeed();
    goOffline(tab);
    const { id, commandId } = tab.store.send('CreatePost', words('lamp'));
    await quad.moment();
    expect(statuses(tab)).toEqual(['queued']);
    tab.store.stop();
    const again = quad.open('ada', { browser: tab.browser });
    again.store.hold(FEED);
    await quad.moment();
    expect(quad.server.taken).toEqual([id]);
    expect(feedOf(again)).toEqual([newId(commandId, 0)]);
    expect(outboxOf(again)).toEqual([]);
  });

  it('sends a post with two pictures that survived a reload: each file once, then the command', async () => {
    const { quad, tab } = await withFeed();
    const uploaded: string[] = [];
    const folders = new Set<string>();
    const upload: UploadFile = async (folder, file) => {
      const media = pictureOf(`stored-${await file.text()}.webp`);
      uploaded.push(media.name);
      folders.add(folder);
      const at = '2026-03-01T00:00:00.000Z';
      quad.server.disk.keep({ folder, media, owner: quad.ids.ada ?? '', at });
      return media;
    };
    goOffline(tab);
    const media = ['local-1.webp', 'local-2.webp'].map(pictureOf);
    const uploads = ['one', 'two'].map((text, n) => ({ name: `local-${n + 1}.webp`, file: new Blob([text]) }));
    const { commandId } = tab.store.send('CreatePost', { ...words('lamp'), media }, { uploads });
    const postId = newId(commandId, 0);
    expect(postDoc(tab, postId)).toMatchObject({
      media: [{ name: 'local-1.webp', width: 40 }, { name: 'local-2.webp' }],
    });
    await quad.moment();
    tab.store.stop();
    const again = quad.open('ada', { browser: tab.browser, upload });
    again.store.hold(FEED);
    await quad.moment();
    expect(uploaded).toEqual(['stored-one.webp', 'stored-two.webp']);
    expect([...folders]).toEqual([`posts/${postId}`]);
    expect(postDoc(again, postId)).toMatchObject({ media: [{ name: 'stored-one.webp' }, { name: 'stored-two.webp' }] });
  });

  it('keeps the bytes of a photo until the command is acknowledged: a server that lost the file gets it again', async () => {
    const { quad, tab } = await withFeed();
    let uploads = 0;
    const upload: UploadFile = async (folder) => {
      uploads += 1;
      const media = pictureOf(`stored-${uploads}.webp`);
      // The first one is swept before the command comes.
      if (uploads > 1)
        quad.server.disk.keep({ folder, media, owner: quad.ids.ada ?? '', at: '2026-03-01T00:00:00.000Z' });
      return media;
    };
    tab.store.stop();
    const own = quad.open('ada', { upload });
    own.store.hold(FEED);
    await quad.moment();
    const file = new Blob(['one']);
    const data = { ...words('lamp'), media: [pictureOf('local.webp')] };
    const { commandId, settled } = own.store.send('CreatePost', data, { uploads: [{ name: 'local.webp', file }] });
    // Uploaded once, on its way, and here still.
    await quad.time.pass(200);
    expect(uploads).toBe(1);
    expect(outboxOf(own)[0]?.uploads).toMatchObject([{ name: 'local.webp', file: { size: file.size } }]);
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: true });
    expect(uploads).toBe(2);
    expect(outboxOf(own)).toEqual([]);
    expect(postDoc(own, newId(commandId, 0))).toMatchObject({ media: [{ name: 'stored-2.webp' }] });
  });

  it('says of a command that this device could not keep it, and sends it all the same', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { quad, tab } = await withFeed();
    const { put } = tab.browser.storage;
    Object.assign(tab.browser.storage, { put: () => Promise.reject(new Error('The quota is used up.')) });
    goOffline(tab);
    const { commandId, settled } = tab.store.send('CreatePost', words('lamp'));
    await quad.moment();
    expect(outboxOf(tab)).toMatchObject([{ commandId, isUnkept: true }]);
    // Once there is space it is stored after all, and shown as stored.
    Object.assign(tab.browser.storage, { put });
    const id = outboxOf(tab)[0]?.id ?? '';
    tab.store.retryEntry(id);
    await quad.moment();
    expect(outboxOf(tab)).toMatchObject([{ commandId, isUnkept: false }]);
    tab.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: true });
    expect(outboxOf(tab)).toEqual([]);
    jest.restoreAllMocks();
  });

  it('tries a lost upload again and does not repeat one that arrived; a refused one is rejected with its text', async () => {
    const quad = await room('ada');
    let tries = 0;
    const upload: UploadFile = async (folder, file) => {
      tries += 1;
      const text = await file.text();
      if (tries === 2) throw noAnswer();
      if (text === 'bad') {
        const refusal = { code: 'PHOTO_TYPE', text: 'Only photos are allowed!', data: {}, retry: false };
        throw new RequestRefused(refusal, 415);
      }
      const media = pictureOf(`stored-${text}.webp`);
      const at = '2026-03-01T00:00:00.000Z';
      quad.server.disk.keep({ folder, media, owner: quad.ids.ada ?? '', at });
      return media;
    };
    const tab = quad.open('ada', { upload });
    await quad.moment();
    const media = ['a.webp', 'b.webp'].map(pictureOf);
    const uploads = ['one', 'two'].map((text, n) => ({ name: `${'ab'[n]}.webp`, file: new Blob([text]) }));
    const { settled } = tab.store.send('CreatePost', { ...words('lamp'), media }, { uploads });
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: true });
    expect(tries).toBe(3);
    const bad = tab.store.send(
      'CreatePost',
      { ...words('desk'), media: [pictureOf('c.webp')] },
      { uploads: [{ name: 'c.webp', file: new Blob(['bad']) }] },
    );
    await quad.moment();
    expect(await bad.settled).toMatchObject({ ok: false, refusal: { text: 'Only photos are allowed!' } });
  });

  it('[DATA-14] [P2] [P7] asks again with the same id when the answer was lost, and nothing is doubled', async () => {
    const { quad, tab } = await withFeed();
    tab.transport.weather = { latency: [100, 100] };
    const { id, settled } = tab.store.send('CreatePost', words('lamp'));
    // The command is there, its answer is not: the connection breaks between the two.
    await quad.time.pass(150);
    expect(quad.server.taken).toEqual([id]);
    tab.transport.drop();
    expect(statuses(tab)).toEqual(['sending']);
    await quad.time.pass(10 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([id, id]);
    expect(await settled).toMatchObject({ ok: true });
    expect(feedOf(tab)).toHaveLength(1);
    expect((await quad.server.events()).filter(({ type }) => type === 'PostCreated')).toHaveLength(1);
  });

  it('says "failed" after some tries in vain, retries ever more slowly, and at once on retry', async () => {
    const quad = await room('ada');
    quad.server.holdCommands(true);
    const tab = quad.open('ada');
    await quad.moment();
    const seen: string[] = [];
    tab.store.view.subscribe(() => seen.push(...statuses(tab)));
    const { id } = tab.store.send('ChangeBio', { bio: 'New.' });
    await quad.time.pass(2 * COMMAND_TIMEOUT_MS);
    expect(seen).not.toContain('failed');
    await quad.time.pass(3 * COMMAND_TIMEOUT_MS);
    expect(seen).toContain('failed');
    expect(quad.server.taken.length).toBeGreaterThanOrEqual(3);
    quad.server.holdCommands(false);
    tab.store.retryEntry(id);
    await quad.time.pass(COMMAND_TIMEOUT_MS + 2 * A_MOMENT_MS);
    expect(outboxOf(tab)).toEqual([]);
  });

  it('sends a comment on a post that is still unsent after it, and fails it with the post', async () => {
    const quad = await room('ada', 'bob');
    const tab = quad.open('ada');
    await quad.moment();
    goOffline(tab);
    const post = tab.store.send('CreatePost', words('lamp'));
    const postId = newId(post.commandId, 0);
    tab.store.send('AddComment', comment('first', postId), { after: post.commandId });
    tab.store.send('SavePost', { postId });
    await quad.moment();
    tab.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(outboxOf(tab)).toEqual([]);
    const types = (await quad.server.events()).slice(-3).map(({ type }) => type);
    expect(types[0]).toBe('PostCreated');
    expect(types.slice(1).sort()).toEqual(['PostCreated', 'PostSaved']);

    goOffline(tab);
    const empty = tab.store.send('CreatePost', words(''));
    const reply = tab.store.send('AddComment', comment('lost', newId(empty.commandId, 0)));
    tab.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(statuses(tab)).toEqual(['rejected', 'rejected']);
    expect(await reply.settled).toMatchObject({ refusal: { code: 'NEEDED_COMMAND_NOT_DONE' } });
  });

  it('asks before it sends what is older than a day', async () => {
    const { quad, tab } = await withFeed();
    goOffline(tab);
    const { id } = tab.store.send('CreatePost', words('lamp'));
    await quad.time.pass(CONSENT_AFTER_MS + A_MOMENT_MS);
    tab.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(statuses(tab)).toEqual(['needs-consent']);
    expect(feedOf(tab)).toEqual([]);
    expect(quad.server.taken).toEqual([]);
    tab.store.retryEntry(id);
    await quad.moment();
    expect(quad.server.taken).toEqual([id]);
    expect(feedOf(tab)).toHaveLength(1);
  });

  it('sends nothing in another person’s name: entries wait until their actor is back', async () => {
    const { quad, tab } = await withFeed();
    goOffline(tab);
    tab.store.send('CreatePost', words('ada’s lamp'));
    await quad.moment();
    tab.store.stop();
    const other = quad.open('bob', { browser: tab.browser });
    await quad.moment();
    expect(outboxOf(other)).toEqual([]);
    expect(quad.server.taken).toEqual([]);
    other.store.stop();
    const back = quad.open('ada', { browser: tab.browser });
    await quad.moment();
    expect(quad.server.taken).toHaveLength(1);
    expect(outboxOf(back)).toEqual([]);
  });

  it('is one for all tabs: each shows what waits, one sends, and every tab sees it through', async () => {
    const quad = await room('ada');
    const first = quad.open('ada');
    const other = quad.open('ada', { browser: first.browser });
    for (const { store } of [first, other]) store.hold(FEED);
    await quad.moment();
    goOffline(first);
    goOffline(other);
    const { id, commandId, settled } = first.store.send('CreatePost', words('lamp'));
    await quad.moment();
    expect(feedOf(other)).toEqual([newId(commandId, 0)]);
    expect(outboxOf(other)).toMatchObject([{ id, status: 'queued' }]);
    other.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: true });
    first.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(quad.server.taken).toEqual([id]);
    for (const tab of [first, other]) {
      expect(outboxOf(tab)).toEqual([]);
      expect(postDoc(tab, newId(commandId, 0))).toMatchObject({ created: expect.stringMatching(/^\d/) });
    }
  });

  it('notifies the tab that gave a command when another one sent it and was refused (P7)', async () => {
    const quad = await room('ada');
    const first = quad.open('ada');
    quad.open('ada', { browser: first.browser });
    await quad.moment();
    goOffline(first);
    const { settled } = first.store.send('CreatePost', words(''));
    await quad.moment();
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(quad.server.taken).toHaveLength(1);
    expect(await Promise.race([settled, Promise.resolve('nothing')])).toMatchObject({ ok: false });
  });

  it('works for the page when the browser stores nothing', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const quad = await room('ada');
    const tab = quad.open('ada');
    const broken = () => Promise.reject(new Error('Storage is full.'));
    Object.assign(tab.browser.storage, { put: broken, load: broken, remove: broken });
    await quad.moment();
    const { settled } = tab.store.send('CreatePost', words('lamp'));
    await quad.moment();
    expect(await settled).toMatchObject({ ok: true });
    expect(outboxOf(tab)).toEqual([]);
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it('takes no command of a visitor, and none that carries a secret', async () => {
    const quad = await room('ada');
    const [visitor, ada] = [quad.open(null), quad.open('ada')];
    expect(() => visitor.store.send('CreatePost', words('lamp'))).toThrow('Nobody is signed in');
    expect(() => ada.store.send('RegisterUser', {})).toThrow('no command of a client');
    expect(() => ada.store.send('Nonsense', {})).toThrow('no command of a client');
  });
});
