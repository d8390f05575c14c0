import { expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, room } from '#test/proof/simulate/room.ts';
import { CONSENT_AFTER_MS } from '#web/sync/outbox/limits.ts';
import type { UploadFile } from '#web/sync/outbox/ports.ts';
import { noAnswer } from '#web/sync/transport/http.ts';
import { TRIES_BEFORE_FAILED } from '#web/sync/transport/limits.ts';

const pictureOf = (name: string): Media => ({ kind: 'image', name, width: 40, height: 30 });

it('loses no post whose photo was swept while it waited for two days: the photo is uploaded again by itself', async () => {
  const quad = await room('ada');
  const uploaded: string[] = [];
  const upload: UploadFile = async (folder, _file, { again = 0 }) => {
    // The same bytes have the same name, unless another one is asked for.
    const media = pictureOf(`stored-${again}.webp`);
    uploaded.push(folder);
    quad.server.disk.keep({
      folder,
      media,
      owner: quad.ids.ada ?? '',
      at: new Date(quad.time.clock.now()).toISOString(),
    });
    // The phone loses the network behind the photo, before the words.
    if (uploaded.length === 1) {
      tab.transport.isReachable = false;
      tab.transport.drop();
    }
    return media;
  };
  const tab = quad.open('ada', { upload });
  tab.store.hold(topicName.feed('ou'));
  await quad.moment();
  const data = { ...words('lamp'), media: [pictureOf('local.webp')] };
  const file = new Blob(['one']);
  const { id, commandId, settled } = tab.store.send('CreatePost', data, { uploads: [{ name: 'local.webp', file }] });
  await quad.moment();
  const path = `${uploaded[0]}/stored-0.webp`;
  expect([uploaded.length, quad.server.disk.uploads.has(path)]).toEqual([1, true]);
  await quad.time.pass(2 * CONSENT_AFTER_MS);
  expect(quad.server.disk.uploads.has(path)).toBe(false);
  tab.transport.isReachable = true;
  await quad.time.pass(5 * A_MOMENT_MS);
  tab.store.retryEntry(id);
  await quad.time.pass(10 * A_MOMENT_MS);
  expect(await settled).toMatchObject({ ok: true });
  expect(uploaded).toHaveLength(2);
  expect(tab.store.view.getState().documents[`posts ${newId(commandId, 0)}`]).toMatchObject({
    media: [{ name: 'stored-1.webp' }],
  });
});

it('uploads lost files again also when its command has failed before, and gives up when they are lost each time', async () => {
  const quad = await room('ada');
  let uploads = 0;
  const upload: UploadFile = async () => {
    uploads += 1;
    // The server has no room at first.
    if (uploads <= TRIES_BEFORE_FAILED) throw noAnswer();
    return pictureOf('stored.webp');
  };
  const tab = quad.open('ada', { upload });
  await quad.moment();
  const data = { ...words('lamp'), media: [pictureOf('local.webp')] };
  const file = new Blob(['one']);
  const { settled } = tab.store.send('CreatePost', data, { uploads: [{ name: 'local.webp', file }] });
  await quad.time.pass(600 * A_MOMENT_MS);
  expect(await settled).toMatchObject({ ok: false, refusal: { code: 'FILE_MISSING' } });
  expect(uploads).toBe(TRIES_BEFORE_FAILED + 4);
  // The words and the photo are still here.
  expect(tab.store.view.getState().outbox).toMatchObject([
    { status: 'rejected', uploads: [{ file: { size: file.size } }] },
  ]);
});
