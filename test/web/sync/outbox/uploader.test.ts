import { expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { words } from '#test/model/post/story.ts';
import { room } from '#test/proof/simulate/room.ts';
import type { OutboxEntry, PendingUpload } from '#web/sync/outbox/entry.ts';
import { COMMAND_RETRY_FIRST_MS } from '#web/sync/outbox/limits.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { uploadsOver } from '#web/sync/uploadsOver.ts';

/** The id of no post. */
const NOWHERE = newId('018f0000-0000-7000-8000-000000000000', 0);

const holder = (name: string): Media => ({ kind: 'image', name, width: 4, height: 3 });
const refused = (code: string, retry: boolean) =>
  new RequestRefused({ code, text: 'Only photos are allowed!', data: {}, retry }, retry ? 503 : 415);

/** A page that sends a post with files, and the states of the files that it shows. */
async function posting(upload: UploadFile, names: readonly string[]) {
  const quad = await room('ada', 'bob');
  const tab = quad.open('ada', {
    upload: async (folder, ...asked) => {
      const media = await upload(folder, ...asked);
      quad.server.disk.keep({ folder, media, owner: quad.ids.ada ?? '', at: '2026-03-01T00:00:00.000Z' });
      return media;
    },
  });
  await quad.moment();
  const uploads = names.map((name, n) => ({ name, file: new Blob(['x'.repeat(n + 1)]) }));
  const sent = tab.store.send('CreatePost', { ...words('lamp'), media: names.map(holder) }, { uploads });
  let files: readonly PendingUpload[] = [];
  const progress: (number | undefined)[] = [];
  const end = uploadsOver(tab.store.view, sent.id, (now) => {
    files = now;
    progress.push(now[0]?.progress);
  });
  return { quad, tab, sent, end, progress, files: () => files };
}

it('shows the progress of each file, by every step that can be seen', async () => {
  const { quad, sent, end, progress } = await posting(
    async (_folder, _file, { onProgress }) => {
      for (const part of [0.101, 0.102, 0.5, 1]) onProgress(part);
      return holder('stored.webp');
    },
    ['a'],
  );
  await quad.moment();
  expect(await end).toBe('stored');
  // The second one is the entry as the storage returns it to the sender.
  expect(progress).toEqual([undefined, undefined, 0, 0.1, 0.5, 1, 1]);
  expect(await sent.settled).toMatchObject({ ok: true });
});

it('a file that is refused does not keep the others from being uploaded; the command is refused with its text', async () => {
  const { quad, sent, end, files } = await posting(
    async (_folder, file) => {
      if (file.size === 1) throw refused('PHOTO_TYPE', false);
      return holder(`stored-${file.size}.webp`);
    },
    ['a', 'b'],
  );
  await quad.moment();
  expect(await end).toBe('refused');
  expect(files().map(({ media, failure }) => media?.name ?? failure?.message)).toEqual([
    'Only photos are allowed!',
    'stored-2.webp',
  ]);
  expect(await sent.settled).toMatchObject({ ok: false, refusal: { code: 'PHOTO_TYPE' } });
});

it('where the server has no room the outbox tries again by itself, from the bytes that it kept', async () => {
  let tries = 0;
  const { quad, sent, end } = await posting(async () => {
    tries += 1;
    if (tries === 1) throw refused('UPLOADS_BUSY', true);
    return holder('stored.webp');
  }, ['a']);
  await quad.moment();
  expect(await end).toBe('refused');
  await quad.time.pass(60_000);
  expect(await sent.settled).toMatchObject({ ok: true });
  expect(tries).toBe(2);
});

it('a file that is called off ends at once, and so does what is under way of an entry that is discarded', async () => {
  const signals: AbortSignal[] = [];
  const hang: UploadFile = (_folder, _file, { signal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  // Not through the room: an upload that hangs would hold up its time.
  const called = await posting(
    async (...asked) => {
      queueMicrotask(() => called.tab.store.callOffUpload(called.sent.id, 'a'));
      return hang(...asked);
    },
    ['a'],
  );
  await called.quad.moment();
  expect(await called.end).toBe('refused');
  expect(await called.sent.settled).toMatchObject({ ok: false, refusal: { text: 'Not uploaded' } });

  const discarded = await posting(
    async (...asked) => {
      queueMicrotask(() => discarded.tab.store.discardEntry(discarded.sent.id));
      return hang(...asked);
    },
    ['a'],
  );
  await discarded.quad.moment();
  expect(await discarded.sent.settled).toMatchObject({ ok: false, refusal: { code: 'DISCARDED' } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('a file that is called off before its turn is not uploaded; those before it are', async () => {
  const uploaded: number[] = [];
  const posted = await posting(
    async (_folder, file) => {
      uploaded.push(file.size);
      // A moment later: the store has the entry by then.
      await null;
      posted.tab.store.callOffUpload(posted.sent.id, 'b');
      // It is said at once.
      expect(posted.files().map(({ failure }) => failure?.message)).toEqual([undefined, 'Not uploaded']);
      return holder(`stored-${file.size}.webp`);
    },
    ['a', 'b'],
  );
  const { quad, sent, end, files } = posted;
  await quad.moment();
  expect(await end).toBe('refused');
  expect(uploaded).toEqual([1]);
  expect(files().map(({ media, failure }) => media?.name ?? failure?.message)).toEqual([
    'stored-1.webp',
    'Not uploaded',
  ]);
  expect(await sent.settled).toMatchObject({ ok: false, refusal: { text: 'Not uploaded' } });
});

it('offline the files wait with their command', async () => {
  const { quad, tab, sent, end } = await posting(async () => {
    tab.transport.isReachable = false;
    tab.transport.drop();
    throw new TypeError('The network is gone.');
  }, ['a']);
  await quad.moment();
  expect(await end).toBe('later');
  expect(tab.store.view.getState().outbox).toMatchObject([{ id: sent.id, status: 'queued', uploads: [{ name: 'a' }] }]);
});

/** A page whose second picture is refused until it is mended, and where each upload went. */
async function postingTwo() {
  const uploaded: string[] = [];
  let isBad = true;
  const posted = await posting(
    async (folder, file) => {
      if (isBad && file.size === 2) throw refused('PHOTO_TYPE', false);
      uploaded.push(`${folder} ${file.size}`);
      return holder(`stored-${file.size}.webp`);
    },
    ['a', 'b'],
  );
  await posted.quad.moment();
  expect(await posted.end).toBe('refused');
  const { tab, sent } = posted;
  const files = tab.store.view.getState().outbox[0]?.uploads ?? [];
  const uploads = files.map(({ name, file }) => ({ name, file }));
  return {
    ...posted,
    uploaded,
    uploads,
    mend() {
      isBad = false;
    },
    /** Sends it anew with another text. */
    revise(revises: OutboxEntry | null) {
      const data = { ...words('a better lamp'), media: ['a', 'b'].map(holder) };
      return tab.store.send('CreatePost', data, { uploads, revises });
    },
    withdraw: () => tab.store.withdrawEntry(sent.id),
  };
}

it('a command that was refused for a file is revised: the same id and folder, and only what is not stored is uploaded', async () => {
  const { quad, tab, sent, uploaded, mend, revise, withdraw } = await postingTwo();
  const other = quad.open('ada', { browser: tab.browser });
  await quad.moment();
  const withdrawn = await withdraw();
  await quad.moment();
  for (const { store } of [tab, other]) expect(store.view.getState().outbox).toEqual([]);
  mend();
  const again = revise(withdrawn);
  expect(again.id).toBe(sent.id);
  // Its other tabs see it again, and none of them takes it for the one that was discarded.
  await quad.time.pass(1);
  expect(other.store.view.getState().outbox).toMatchObject([
    { id: sent.id, data: { text: words('a better lamp').text } },
  ]);
  await quad.moment();
  expect(await again.settled).toMatchObject({ ok: true });
  const postId = newId(sent.commandId, 0);
  expect(uploaded).toEqual([`posts/${postId} 1`, `posts/${postId} 2`]);
  expect([...new Set(quad.server.taken)]).toEqual([sent.id]);
  const events = (await quad.server.events()).filter(({ type }) => type === 'PostCreated');
  expect(events).toMatchObject([{ data: { postId, media: [{ name: 'stored-1.webp' }, { name: 'stored-2.webp' }] } }]);
  expect(tab.browser.entries.size).toBe(0);
});

it('the end of the refused try is not taken for one of the revised command', async () => {
  let isFull = true;
  const { quad, tab, sent, end } = await posting(
    async (_folder, file) => {
      if (isFull && file.size === 1) throw refused('UPLOADS_BUSY', true);
      return holder(`stored-${file.size}.webp`);
    },
    ['a', 'b'],
  );
  // The refused try ends when the storage has the picture that did arrive.
  const { put } = tab.browser.storage;
  const slowly = () => new Promise<void>((resolve) => quad.time.after(50, resolve));
  Object.assign(tab.browser.storage, { put: (entry: OutboxEntry) => slowly().then(() => put(entry)) });
  const again = end.then(async () => {
    isFull = false;
    const uploads = [{ name: 'a', file: new Blob(['x']) }];
    const revises = await tab.store.withdrawEntry(sent.id);
    return tab.store.send('CreatePost', { ...words('desk'), media: [holder('a')] }, { uploads, revises });
  });
  // Nothing is left of the pause after the refusal either.
  await quad.time.pass(COMMAND_RETRY_FIRST_MS / 2);
  expect(quad.server.taken).toEqual([sent.id]);
  await quad.moment();
  expect(await (await again).settled).toMatchObject({ ok: true });
});

it('[P2] an id that was sent is not given again with other content', async () => {
  const { quad, tab, uploads, revise } = await postingTwo();
  const data = { text: words('Still there?').text, media: [holder('a')], root: NOWHERE, parent: NOWHERE };
  const comment = tab.store.send('AddComment', data, { uploads: uploads.slice(0, 1) });
  await quad.moment();
  expect(await comment.settled).toMatchObject({ ok: false, refusal: { code: 'POST_UNKNOWN' } });
  expect(quad.server.taken).toEqual([comment.id]);
  const withdrawn = await tab.store.withdrawEntry(comment.id);
  expect(withdrawn).toBeNull();
  expect(tab.store.view.getState().outbox.map(({ id }) => id)).not.toContain(comment.id);
  expect(revise(withdrawn).id).not.toBe(comment.id);
});

it('[P2] nor one that was sent, and whose files were refused when the server asked for them again', async () => {
  let tries = 0;
  const quad = await room('ada');
  const tab = quad.open('ada', {
    // Stored and lost: the server does not know the file that the command names.
    upload: async () => {
      tries += 1;
      if (tries > 1) throw refused('PHOTO_TYPE', false);
      return holder('lost.webp');
    },
  });
  await quad.moment();
  const data = { ...words('lamp'), media: [holder('a')] };
  const sent = tab.store.send('CreatePost', data, { uploads: [{ name: 'a', file: new Blob(['x']) }] });
  await quad.time.pass(60_000);
  expect(await sent.settled).toMatchObject({ ok: false, refusal: { code: 'PHOTO_TYPE' } });
  expect(quad.server.taken).toEqual([sent.id]);
  expect(await tab.store.withdrawEntry(sent.id)).toBeNull();
});

it('a revision of another user’s command, or of another kind, is a new command', async () => {
  const { quad, tab, sent, withdraw, revise } = await postingTwo();
  const withdrawn = await withdraw();
  const comment = { text: words('x').text, media: [], root: NOWHERE, parent: NOWHERE };
  expect(tab.store.send('AddComment', comment, { revises: withdrawn }).id).not.toBe(sent.id);
  tab.store.actAs({ userId: quad.ids.bob ?? '', campus: 'ou' });
  const other = revise(withdrawn);
  expect(other.id).not.toBe(sent.id);
  const [entry] = tab.store.view.getState().outbox;
  expect(withdrawn?.uploads[0]?.media).toMatchObject(holder('stored-1.webp'));
  expect(entry?.uploads[0]?.media).toBeUndefined();
  await quad.moment();
});
