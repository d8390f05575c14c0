import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { isAnimated } from '#domain/kernel/media.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createFolderMediaStore } from '#server/engines/media/folderMediaStore.ts';
import { createPictureProcesses } from '#server/engines/media/pictureProcesses.ts';
import { MediaBusy, type MediaStore } from '#server/ports/media.ts';
import { idOf } from '../../support/people.ts';
import { animatedGif, picture, pngBomb, tinyFrames, turnedPhoto } from '../../support/pictures.ts';
import { eventually } from '../../support/student.ts';

const AT = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T12:00:00.001Z';
const OWNER = idOf('ada');
const POST = `posts/${idOf('post')}`;
const PROFILE = `profilePics/${OWNER}`;

const KINDS = { posts: ['jpeg', 'png', 'gif', 'webp'], profilePics: ['jpeg', 'png', 'gif'] } as const;

const pictures = createPictureProcesses();
let root: string;
let media: MediaStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quad-media-'));
  media = createFolderMediaStore(root, KINDS, pictures);
});

afterEach(async () => {
  await rm(root, { recursive: true });
});

afterAll(() => pictures.close());

const put = (bytes: Uint8Array, folder = POST, owner = OWNER) => media.put(folder, owner, AT, bytes);
const filesOf = async (folder: string) => (await readdir(join(root, folder)).catch(() => [])).sort();

async function served(name: string, width: number | null = null, still = false): Promise<Buffer> {
  const file = await media.file(POST, name, { width: width ?? undefined, still });
  if (file === null) throw new Error(`${name} is not served.`);
  const stream = await file.open();
  if (stream === null) throw new Error(`${name} was deleted.`);
  return buffer(stream);
}

describe('folder media store', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('[POST-06 in part] takes %s', async (format) => {
    const upload = await put(await picture(900, 600, format));
    expect(upload).toMatchObject({ folder: POST, owner: OWNER, at: AT });
    expect(upload.media).toMatchObject({ kind: 'image', width: 900, height: 600 });
  });

  it('[POST-25] makes the sizes that are smaller than the picture, and serves the whole where there is none', async () => {
    const { media: made } = await put(await picture(900, 600));
    const widths = await Promise.all(
      [320, 640, 1280, null].map(async (width) => (await sharp(await served(made.name, width)).metadata()).width),
    );
    expect(widths).toEqual([320, 640, 900, 900]);
  });

  it('hands a picture out as a stream of known size, whole or in part, and none once it is deleted', async () => {
    const { media: made } = await put(await picture(900, 600));
    const file = await media.file(POST, made.name, { width: 320 });
    const whole = await buffer((await file?.open()) ?? Readable.from([]));
    expect([file?.size, file?.contentType]).toEqual([whole.byteLength, 'image/webp']);
    const part = await buffer((await file?.open({ start: 3, end: 9 })) ?? Readable.from([]));
    expect(part).toEqual(whole.subarray(3, 10));
    await media.remove(POST, [made.name]);
    expect(await file?.open()).toBeNull();
  });

  it('has no other folders than it was made with', async () => {
    const bytes = await picture(9, 9);
    const folder = `banners/${idOf('post')}`;
    await expect(put(bytes, folder)).rejects.toThrow('is no folder');
    expect(await media.describe(folder, ['a.webp'])).toEqual(new Map());
  });

  it('[POST-06 in part] refuses a renamed executable and every other content', async () => {
    const files = ['MZ\x90\0', '\x7fELF', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'BM', ''];
    for (const content of files) {
      await expect(put(Buffer.from(content, 'latin1'))).rejects.toMatchObject({ code: 'PHOTO_TYPE' });
    }
    expect(await filesOf(POST)).toEqual([]);
  });

  it('[PROF-23] takes only jpeg, png and gif as a profile photo', async () => {
    await expect(put(await picture(50, 50, 'webp'), PROFILE)).rejects.toMatchObject({ code: 'PHOTO_TYPE' });
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      expect((await put(await picture(50, 50, format), PROFILE)).folder).toBe(PROFILE);
    }
  });

  it('refuses a picture of which only the beginning is one', async () => {
    const whole = await picture(400, 400, 'jpeg');
    await expect(put(whole.subarray(0, 200))).rejects.toMatchObject({ code: 'PHOTO_BROKEN' });
  });

  it('refuses a small file that unfolds to 256 megapixels, before it unfolds', async () => {
    const bomb = pngBomb(16_000, 16_000);
    expect(bomb.byteLength).toBeLessThan(64 * 1024);
    await expect(put(bomb)).rejects.toMatchObject({ code: 'PHOTO_TOO_MANY_PIXELS' });
  });

  it('refuses an animation of more frames or pixels than allowed, before a library looks at it', async () => {
    const rendered: unknown[] = [];
    const watched = createFolderMediaStore(root, KINDS, {
      ...pictures,
      render: async (job) => rendered.push(job) as never,
    });
    for (const frames of [601, 40_000, 400_000]) {
      await expect(watched.put(POST, OWNER, AT, tinyFrames(frames))).rejects.toMatchObject({
        code: 'ANIMATION_TOO_LARGE',
      });
    }
    expect(rendered).toEqual([]);
    expect((await put(tinyFrames(600))).media).toMatchObject({ width: 1, height: 1 });
    // 26 frames of 2 megapixels.
    await expect(put(await animatedGif(2_000, 1_000, 26))).rejects.toMatchObject({ code: 'ANIMATION_TOO_LARGE' });
  });

  it('takes three pictures of one owner at once, refuses a fourth, and makes nobody else wait for them', async () => {
    const files = await Promise.all([10, 11, 12, 13].map((size) => picture(size, 9)));
    const four = await Promise.allSettled([
      ...files.map((file) => put(file)),
      put(await picture(9, 9), POST, idOf('bob')),
    ]);
    const refused = four.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toEqual([expect.any(MediaBusy)]);
    expect(four.at(-1)?.status).toBe('fulfilled');
  });

  it('renders animations one at a time, so that a place is always free for photos', async () => {
    const begun: string[] = [];
    const gate = Promise.withResolvers<void>();
    const held = createFolderMediaStore(root, KINDS, {
      ...pictures,
      render: async (job) => {
        begun.push(job.type);
        await gate.promise;
        return pictures.render(job);
      },
    });
    const [gif, photo] = [tinyFrames(3), await picture(9, 9)];
    const bring = (owner: string, bytes: Uint8Array) => held.put(POST, idOf(owner), AT, bytes);
    const all = [bring('ada', gif), bring('bob', gif), bring('eve', photo)];
    await eventually(async () => begun.length === 2);
    expect(begun.sort()).toEqual(['gif', 'png']);
    gate.resolve();
    await Promise.all(all);
  });

  it('refuses more than 10 MB', async () => {
    const large = Buffer.concat([await picture(10, 10, 'jpeg'), Buffer.alloc(10 * 1024 * 1024)]);
    await expect(put(large)).rejects.toMatchObject({ code: 'PHOTO_TOO_LARGE' });
  });

  it('applies the orientation and then forgets it, the place and the camera', async () => {
    const photo = await turnedPhoto(800, 400);
    const before = await sharp(photo).metadata();
    expect([before.orientation, before.exif?.includes('CanaryCam')]).toEqual([6, true]);
    const { media: made } = await put(photo);
    expect([made.width, made.height]).toEqual([400, 800]);
    for (const width of [null, 320]) {
      const bytes = await served(made.name, width);
      const after = await sharp(bytes).metadata();
      expect([after.orientation, after.exif, after.xmp, after.iptc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(bytes.includes('CanaryCam')).toBe(false);
    }
  });

  it('keeps an animated GIF animated in every size', async () => {
    const { media: made } = await put(await animatedGif(400, 200, 3));
    expect([made.width, made.height]).toEqual([400, 200]);
    for (const width of [null, 320]) {
      expect((await sharp(await served(made.name, width), { animated: true }).metadata()).pages).toBe(3);
    }
  });

  it('says by its name that a picture moves, and has its first frame in every size, until it is removed', async () => {
    const { media: made } = await put(await animatedGif(400, 200, 3));
    expect(made.kind === 'image' && isAnimated(made)).toBe(true);
    for (const width of [null, 320]) {
      const still = await sharp(await served(made.name, width, true), { animated: true }).metadata();
      expect([still.pages ?? 1, still.width, still.height]).toEqual([1, width ?? 400, (width ?? 400) / 2]);
    }
    const { media: photo } = await put(await picture(400, 200));
    expect(photo.kind === 'image' && isAnimated(photo)).toBe(false);
    expect(await served(photo.name, 320, true)).toEqual(await served(photo.name, 320));
    await media.remove(POST, [made.name]);
    expect((await filesOf(POST)).filter((file) => file.startsWith(made.name.slice(0, 36)))).toEqual([]);
  });

  it('keeps the name of an animation that an earlier release has stored, however often it is brought', async () => {
    const bytes = await animatedGif(40, 20, 3);
    const { media: made } = await put(bytes);
    const [former, note] = [made.name.replace('-animated', ''), made.name.replace('-animated.webp', '.json')];
    await rename(join(root, POST, made.name), join(root, POST, former));
    const sidecar = await readFile(join(root, POST, note), 'utf8');
    await writeFile(join(root, POST, note), sidecar.replace(made.name, former));
    expect((await put(bytes)).media.name).toBe(former);
    expect((await served(former, null, true)).byteLength).toBeGreaterThan(0);
  });

  it('[DATA-14] makes nothing twice when an upload is repeated', async () => {
    const bytes = await picture(400, 300);
    const [first, second] = [await put(bytes), await put(bytes)];
    expect(second).toEqual(first);
    expect((await media.list()).length).toBe(1);
  });

  it('keeps the same picture of two owners apart', async () => {
    const bytes = await picture(40, 30);
    const [ada, bob] = [await put(bytes, POST, idOf('ada')), await put(bytes, POST, idOf('bob'))];
    const found = await media.describe(POST, [ada.media.name, bob.media.name, 'nothing.webp']);
    expect([...found.values()].map(({ owner }) => owner)).toEqual([idOf('ada'), idOf('bob')]);
  });

  it('removes named files, then a whole folder, without a trace', async () => {
    const [one, two] = [await put(await picture(400, 300)), await put(await picture(300, 400))];
    await media.remove(POST, [one.media.name, 'nothing.webp']);
    expect((await media.list()).map(({ media: { name } }) => name)).toEqual([two.media.name]);
    expect(await media.file(POST, one.media.name, { width: 320 })).toBeNull();
    await media.remove(POST);
    expect(await filesOf(POST)).toEqual([]);
    await media.remove(POST);
  });

  it('[P10] finds an upload again whose removal was broken off, and takes it for one no more', async () => {
    const { media: made } = await put(await picture(900, 600));
    // As a kill in the middle leaves it.
    await rm(join(root, POST, made.name));
    expect(await media.describe(POST, [made.name])).toEqual(new Map());
    expect(await media.file(POST, made.name, { width: 320 })).toBeNull();
    expect((await media.list()).map((upload) => upload.media)).toEqual([made]);

    await media.remove(POST, [made.name]);
    expect(await filesOf(POST)).toEqual([]);
  });

  it('makes a picture anew that is brought after its removal was broken off', async () => {
    const { media: made } = await put(await picture(900, 600));
    await rm(join(root, POST, made.name));
    expect((await put(await picture(900, 600))).media).toEqual(made);
    expect((await served(made.name)).length).toBeGreaterThan(0);
  });

  it('leads to no file outside of it', async () => {
    for (const folder of ['..', 'posts/..', `posts/${idOf('x')}/..`, '/etc', 'posts', 'other/x']) {
      expect(await media.file(folder, 'passwd')).toBeNull();
      await expect(put(await picture(4, 4), folder)).rejects.toThrow('no folder');
      await media.remove(folder);
    }
    for (const name of ['../quad.json', '..', 'a.webp/../../b', `${idOf('x')}.json`]) {
      expect(await media.file(POST, name)).toBeNull();
    }
  });

  it('discards what a broken-off upload left, and touches nothing else', async () => {
    const kept = await put(await picture(400, 300));
    const files = await filesOf(POST);
    const lost = await put(await picture(300, 400));
    // As a kill in the middle of writing leaves it.
    await rm(join(root, POST, lost.media.name.replace('.webp', '.json')));
    await writeFile(join(root, POST, `${lost.media.name}.draft.tmp`), 'x');
    expect(await media.unsettled(AT)).toEqual([]);
    const found = (await media.unsettled(LATER)).filter(({ name }) => name === lost.media.name);
    expect(found).toEqual([{ folder: POST, name: lost.media.name, owner: OWNER }]);
    await media.withdraw(found, LATER);
    await media.discard(found);
    expect(await filesOf(POST)).toEqual(files);
    expect(await media.file(POST, kept.media.name, { width: 320 })).not.toBeNull();
    expect((await media.unsettled(LATER)).map(({ name }) => name)).toEqual([kept.media.name]);
  });

  it('knows of each owner what is not settled', async () => {
    const [one, two] = [await put(await picture(4, 4)), await put(await picture(5, 4))];
    await put(await picture(6, 4), POST, idOf('bob'));
    expect((await media.unsettledOf(OWNER)).length).toBe(2);
    await media.settle([{ folder: POST, name: one.media.name, owner: OWNER }]);
    expect((await media.unsettledOf(OWNER)).map(({ name }) => name)).toEqual([two.media.name]);
    expect((await media.unsettled(LATER)).length).toBe(2);
  });

  it('[P10] removes everything of an owner, settled or not, and nothing of others', async () => {
    const one = await put(await picture(4, 4));
    await media.settle([{ folder: POST, name: one.media.name, owner: OWNER }]);
    await put(await picture(5, 4), PROFILE);
    const bobs = await put(await picture(6, 4), POST, idOf('bob'));
    await media.removeOwner(OWNER);
    await media.removeOwner(OWNER);
    expect(await media.list()).toEqual([bobs]);
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => name.includes(one.media.name.slice(0, 36)) || name.includes(`${OWNER}/`))).toEqual(
      [],
    );
  });

  it('[P10] removes the rest of an owner’s upload whose removal was broken off', async () => {
    const one = await put(await picture(4, 4));
    const sidecar = join(root, POST, one.media.name.replace('.webp', '.json'));
    // The picture's sidecar cannot be removed.
    const content = await readFile(sidecar);
    await rm(sidecar);
    await mkdir(sidecar);
    await expect(media.removeOwner(OWNER)).rejects.toThrow();
    await rm(sidecar, { recursive: true });
    await writeFile(sidecar, content);
    await media.removeOwner(OWNER);
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => name.includes(one.media.name.slice(0, 36)))).toEqual([]);
  });

  it('reads no settled upload to sweep or to erase, however many there are', async () => {
    const mine = await put(await picture(4, 4));
    const theirs = await put(await picture(5, 5), POST, idOf('bob'));
    await media.settle([{ folder: POST, name: theirs.media.name, owner: idOf('bob') }]);
    // Every read of it fails.
    await writeFile(join(root, POST, theirs.media.name.replace('.webp', '.json')), 'unreadable');
    await expect(media.list()).rejects.toThrow('JSON');
    const found = await media.unsettled(LATER);
    expect(found).toEqual([{ folder: POST, name: mine.media.name, owner: OWNER }]);
    await media.settle(found);
    expect(await media.unsettled(LATER)).toEqual([]);
    await media.removeOwner(OWNER);
    expect(await media.describe(POST, [mine.media.name])).toEqual(new Map());
  });

  it('makes its index before it takes the first upload: nothing that is being written is taken for broken', async () => {
    const one = await put(await picture(4, 4));
    // As during a write: the picture exists, its sidecar comes last.
    await writeFile(join(root, POST, `${idOf('underway')}.webp`), 'x');
    const tomorrow = new Date(Date.now() + 1_000).toISOString();
    expect((await media.unsettled(tomorrow)).map(({ name }) => name)).toEqual([one.media.name]);
  });

  it('brings what an older release has stored into the index once, with what it left broken', async () => {
    const one = await put(await picture(4, 4));
    const lost = `${idOf('lost')}.webp`;
    await writeFile(join(root, POST, lost), 'x');
    await rm(join(root, 'index'), { recursive: true });
    const upgraded = createFolderMediaStore(root, KINDS, pictures);
    expect((await upgraded.unsettled(LATER)).map(({ name }) => name)).toEqual([one.media.name]);
    const tomorrow = new Date(Date.now() + 1_000).toISOString();
    expect((await upgraded.unsettled(tomorrow)).map(({ name }) => name).toSorted()).toEqual(
      [one.media.name, lost].toSorted(),
    );
    await upgraded.settle(await upgraded.unsettled(tomorrow));
    // A later start does not begin again.
    expect(await createFolderMediaStore(root, KINDS, pictures).unsettled(tomorrow)).toEqual([]);
    await upgraded.removeOwner(OWNER);
    expect(await upgraded.file(POST, one.media.name)).toBeNull();
  });

  it('[P10] while its folder is away, takes, finds and removes nothing; what it held is there when it comes back', async () => {
    const { media: kept } = await put(await picture(20, 10));
    const away = `${root}-away`;
    await rename(root, away);
    const attempts = {
      check: () => media.check(),
      put: () => media.put(POST, OWNER, AT, new Uint8Array([1])),
      describe: () => media.describe(POST, [kept.name]),
      remove: () => media.remove(POST),
      list: () => media.list(),
      unsettled: () => media.unsettled(AT),
      unsettledOf: () => media.unsettledOf(OWNER),
      withdrawn: () => media.withdrawn(AT),
      settle: () => media.settle([]),
      withdraw: () => media.withdraw([], AT),
      discard: () => media.discard([]),
      removeOwner: () => media.removeOwner(OWNER),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await attempt().catch((reason: unknown) => reason);
      expect({ name, isUnavailable: error instanceof Unavailable }).toEqual({ name, isUnavailable: true });
      expect((error as Error).message).toContain(root);
    }
    await expect(stat(root)).rejects.toThrow('ENOENT');
    await rename(away, root);
    await media.check();
    expect((await media.describe(POST, [kept.name])).size).toBe(1);
  });
});
