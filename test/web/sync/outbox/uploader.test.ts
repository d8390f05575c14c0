import { expect, it } from '@jest/globals';
import type { Media } from '#domain/kernel/media.ts';
import { room, words } from '#test/proof/simulate/room.ts';
import type { PendingUpload } from '#web/sync/outbox/entry.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { RequestRefused } from '#web/sync/transport/http.ts';
import { uploadsOver } from '#web/sync/uploadsOver.ts';

const holder = (name: string): Media => ({ kind: 'image', name, width: 4, height: 3 });
const refused = (code: string, retry: boolean) =>
  new RequestRefused({ code, text: 'Only photos are allowed!', data: {}, retry }, retry ? 503 : 415);

/** A page that sends a post with files, and the states of the files that it shows. */
async function posting(upload: UploadFile, names: readonly string[]) {
  const quad = await room('ada');
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

it('shows how far each file is, by every step that can be seen', async () => {
  const { quad, sent, end, progress } = await posting(
    async (_folder, _file, { onProgress }) => {
      for (const part of [0.101, 0.102, 0.5, 1]) onProgress(part);
      return holder('stored.webp');
    },
    ['a'],
  );
  await quad.moment();
  expect(await end).toBe('stored');
  expect(progress).toEqual([undefined, 0, 0.1, 0.5, 1, 1]);
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
