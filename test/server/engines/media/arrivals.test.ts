import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FolderArrivals } from '#server/engines/media/arrivals.ts';
import { createDiskSpace, HELD_FOR_MS, KEPT_FREE_BYTES } from '#server/engines/media/diskSpace.ts';
import { createFolderMediaStore } from '#server/engines/media/folderMediaStore.ts';
import { PictureFiles } from '#server/engines/media/pictureFiles.ts';
import { createPictureProcesses } from '#server/engines/media/pictureProcesses.ts';
import { openUploadIndex } from '#server/engines/media/uploadIndex.ts';
import type { MediaStore } from '#server/ports/media.ts';
import { mediaFixture } from '../../../fixtures/media.ts';
import { filmOfDashCamera, filmWithPlaces } from '../../support/isoFilms.ts';
import { idOf } from '../../support/people.ts';
import { picture } from '../../support/pictures.ts';

const AT = '2026-03-01T12:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const OWNER = idOf('ada');
const POST = `posts/${idOf('post')}`;
const FILM = idOf('film');
const KINDS = { posts: ['jpeg', 'mp4', 'mov', 'avi'], profilePics: ['jpeg'] } as const;

const pictures = createPictureProcesses();
let root: string;
let media: MediaStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quad-arrivals-'));
  media = createFolderMediaStore(root, KINDS, pictures);
});
afterEach(() => rm(root, { recursive: true }));
afterAll(() => pictures.close());

/** A large disk. */
const SIZE = 100 * KEPT_FREE_BYTES;

/** A store on a disk with so many bytes free; the bytes of the uploads themselves are not taken from them. */
function storeOnDisk(free: number, size = SIZE) {
  return createFolderMediaStore(
    root,
    KINDS,
    pictures,
    createDiskSpace(root, async () => ({ free, size })),
  );
}

async function* piecesOf(...pieces: readonly (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

async function begin(size: number, id = FILM): Promise<void> {
  await media.arrivals.begin({ id, kind: 'video', folder: POST, owner: OWNER, at: AT, size });
}

async function append(...pieces: readonly (Buffer | Error)[]): Promise<number> {
  const arriving = await media.arrivals.find(POST, FILM);
  if (arriving === null) throw new Error('There is no such video.');
  return media.arrivals.append(arriving, piecesOf(...pieces));
}

async function bring(bytes: Buffer) {
  await begin(bytes.byteLength);
  await append(bytes);
  return media.arrivals.complete(POST, FILM, AT);
}

const filesIn = async (folder: string) => (await readdir(join(root, folder)).catch(() => [])).sort();
async function served(name: string): Promise<Buffer> {
  const stream = await (await media.file(POST, name))?.open();
  return stream ? buffer(stream) : Buffer.alloc(0);
}

describe('a video that arrives in pieces', () => {
  it('is copied once, however many requests complete it at once: the copies of a hundred would fill the disk', async () => {
    // A box that every reader skips, so that a copy takes its time.
    const rest = Buffer.alloc(32 * 1024 * 1024);
    rest.writeUInt32BE(rest.byteLength, 0);
    rest.write('free', 4, 'latin1');
    const film = Buffer.concat([mediaFixture('film.mp4'), rest]);
    await begin(film.byteLength);
    await append(film);
    const asked = Array.from({ length: 12 }, () => media.arrivals.complete(POST, FILM, AT));
    let isOver = false;
    const over = Promise.all(asked).finally(() => {
      isOver = true;
    });
    let most = 0;
    const isCopy = (name: string) =>
      name.startsWith(`${FILM}.`) && name.endsWith('.tmp') && name.split('.').length === 3;
    while (!isOver) most = Math.max(most, (await filesIn(POST)).filter(isCopy).length);
    const uploads = await over;
    expect(most).toBe(1);
    expect(uploads.map((upload) => upload?.media.name)).toEqual(Array(12).fill(`${FILM}.mp4`));
  });

  it('is on disk as far as it came, is whole when all came, and is then a file like others', async () => {
    const film = mediaFixture('film.mp4');
    await begin(film.byteLength);
    expect(await append(film.subarray(0, 500), film.subarray(500, 900))).toBe(900);
    expect(await media.arrivals.complete(POST, FILM, AT)).toBeNull();
    expect(await media.describe(POST, [`${FILM}.mp4`, `${FILM}.part`])).toEqual(new Map());
    expect(await append(film.subarray(900))).toBe(film.byteLength);
    const upload = await media.arrivals.complete(POST, FILM, AT);
    const video = { kind: 'video', name: `${FILM}.mp4`, width: 160, height: 90, seconds: 2, poster: null };
    expect(upload).toEqual({ folder: POST, owner: OWNER, at: AT, media: video });
    expect((await media.describe(POST, [`${FILM}.mp4`])).get(`${FILM}.mp4`)).toEqual(upload);
    expect(await filesIn(POST)).toEqual([`${FILM}.json`, `${FILM}.mp4`]);
    expect(await media.unsettledOf(OWNER)).toEqual([{ folder: POST, name: `${FILM}.mp4`, owner: OWNER }]);
    // Again, since the answer may not have arrived.
    expect(await media.arrivals.complete(POST, FILM, TOMORROW)).toEqual(upload);
    expect(await media.arrivals.find(POST, FILM)).toMatchObject({ offset: film.byteLength, size: film.byteLength });
  });

  it('goes on from where it was cut, ten times, and is the same film', async () => {
    const film = mediaFixture('film.mov');
    await begin(film.byteLength);
    const step = Math.ceil(film.byteLength / 11);
    for (let cuts = 0; cuts < 10; cuts += 1) {
      const { offset } = (await media.arrivals.find(POST, FILM)) ?? { offset: -1 };
      expect(offset).toBe(step * cuts);
      await expect(append(film.subarray(offset, offset + step), new Error('cut'))).rejects.toThrow('cut');
    }
    await append(film.subarray(step * 10));
    const upload = await media.arrivals.complete(POST, FILM, AT);
    expect(upload?.media).toMatchObject({ name: `${FILM}.mov`, width: 160, height: 90 });
    expect((await served(`${FILM}.mov`)).byteLength).toBe(film.byteLength);
  });

  it('takes no byte beyond its length, and none of another request once it is a file', async () => {
    const film = mediaFixture('film.mp4');
    await begin(film.byteLength);
    const early = await media.arrivals.find(POST, FILM);
    if (early === null) throw new Error('It has not begun.');
    expect(await append(Buffer.concat([film, Buffer.from('more')]))).toBe(film.byteLength);
    // A request that was cut and goes on writing, with other bytes even, after the film was judged.
    const late = media.arrivals.append(
      early,
      (async function* () {
        await media.arrivals.complete(POST, FILM, AT);
        yield Buffer.alloc(film.byteLength, 'x');
      })(),
    );
    await late;
    expect((await served(`${FILM}.mp4`)).includes('xxxx')).toBe(false);
    expect((await served(`${FILM}.mp4`)).subarray(4, 8).toString('latin1')).toBe('ftyp');
  });

  it.each(['film.mp4', 'film.mov', 'film.avi'] as const)(
    '%s forgets its title, place and maker (Q25)',
    async (name) => {
      const film = mediaFixture(name);
      expect(film.includes('canary-')).toBe(true);
      const upload = await bring(film);
      const stored = await served(upload?.media.name ?? '');
      expect([stored.byteLength, stored.includes('canary-')]).toEqual([film.byteLength, false]);
    },
  );

  it.each([
    ['a track of a camera or phone', filmWithPlaces('meta')],
    ['subtitles of a drone', filmWithPlaces('sbtl')],
    ['free room of a dash camera', filmOfDashCamera()],
  ])('forgets where it was filmed, in %s, and shows the same frames (Q25)', async (_where, film) => {
    expect(film.includes('canary-')).toBe(true);
    const upload = await bring(film);
    expect(upload?.media).toMatchObject({ width: 160, height: 90, seconds: 2 });
    const stored = await served(upload?.media.name ?? '');
    expect([stored.byteLength, stored.includes('canary-')]).toEqual([film.byteLength, false]);
    const frames = mediaFixture('film.mp4');
    const at = frames.indexOf('mdat');
    expect(stored.includes(frames.subarray(at, at - 4 + frames.readUInt32BE(at - 4)))).toBe(true);
  });

  it('that is no film is refused and leaves nothing', async () => {
    await expect(bring(Buffer.from('%PDF-1.7 a page'))).rejects.toMatchObject({ code: 'MEDIA_TYPE' });
    await expect(bring(mediaFixture('film.mp4').subarray(0, 900))).rejects.toMatchObject({ code: 'VIDEO_BROKEN' });
    expect([await filesIn(POST), await media.unsettledOf(OWNER)]).toEqual([[], []]);
  });

  it('that is called off leaves nothing; nor does one whose sender never came back, after a day (D15)', async () => {
    await begin(1_000);
    await append(Buffer.alloc(100));
    await media.arrivals.drop(POST, FILM);
    expect([await filesIn(POST), await media.unsettledOf(OWNER)]).toEqual([[], []]);

    await begin(1_000);
    await append(Buffer.alloc(100));
    const unsettled = await media.unsettled(TOMORROW);
    expect(unsettled).toEqual([{ folder: POST, name: `${FILM}.part`, owner: OWNER }]);
    await media.withdraw(unsettled, TOMORROW);
    await media.discard(unsettled);
    expect([await filesIn(POST), await media.unsettledOf(OWNER)]).toEqual([[], []]);
    expect(await media.arrivals.find(POST, FILM)).toBeNull();
  });

  it('stays when it has arrived whole after a sweep had given up its first part', async () => {
    const film = mediaFixture('film.mp4');
    await begin(film.byteLength);
    const part = await media.unsettled(TOMORROW);
    await media.withdraw(part, TOMORROW);
    await append(film);
    const stored = await media.arrivals.complete(POST, FILM, TOMORROW);
    await media.discard(part);
    expect((await media.describe(POST, [`${FILM}.mp4`])).get(`${FILM}.mp4`)).toEqual(stored);
    expect((await served(`${FILM}.mp4`)).length).toBe(film.byteLength);
  });

  it('[P10] goes with its owner, arrived or not, and with its post', async () => {
    const other = idOf('other film');
    await bring(mediaFixture('film.mp4'));
    await begin(1_000, other);
    await media.removeOwner(OWNER);
    expect([await filesIn(POST), await media.list()]).toEqual([[], []]);

    await bring(mediaFixture('film.mp4'));
    await begin(1_000, other);
    await media.remove(POST);
    expect([await filesIn(POST), await media.list()]).toEqual([[], []]);
  });

  it('is offered as a download where browsers play none of its kind (Q25)', async () => {
    await bring(mediaFixture('film.avi'));
    const file = await media.file(POST, `${FILM}.avi`);
    expect([file?.contentType, file?.isDownload]).toEqual(['video/x-msvideo', true]);
    await media.arrivals.drop(POST, FILM);
    const mp4 = idOf('mp4');
    await begin(mediaFixture('film.mp4').byteLength, mp4);
    const arriving = await media.arrivals.find(POST, mp4);
    if (arriving !== null) await media.arrivals.append(arriving, piecesOf(mediaFixture('film.mp4')));
    await media.arrivals.complete(POST, mp4, AT);
    const played = await media.file(POST, `${mp4}.mp4`, { width: 640 });
    expect([played?.contentType, played?.isDownload]).toEqual(['video/mp4', false]);
  });

  it('is settled once a post names it, also in a store whose index was lost', async () => {
    await bring(mediaFixture('film.mp4'));
    await rm(join(root, 'index'), { recursive: true });
    const again = createFolderMediaStore(root, KINDS, pictures);
    const found = await again.unsettled(TOMORROW);
    expect(found).toEqual([{ folder: POST, name: `${FILM}.mp4`, owner: OWNER }]);
    await again.settle(found);
    expect([await again.unsettled(TOMORROW), (await again.list()).length]).toEqual([[], 1]);
  });

  it('lies in no folder but those of the store, under no name but an id', async () => {
    await expect(
      media.arrivals.begin({ id: FILM, kind: 'video', folder: 'posts/../x', owner: OWNER, at: AT, size: 9 }),
    ).rejects.toThrow();
    expect(await media.arrivals.find(POST, '../../secret')).toBeNull();
    expect(await media.arrivals.find(`banners/${idOf('post')}`, FILM)).toBeNull();
    expect(await readFile(join(root, 'x'), 'utf8').catch(() => null)).toBeNull();
  });

  it('is completed once by two requests of which one overtakes the other: both get the video, and no disk is blamed', async () => {
    const film = mediaFixture('film.mp4');
    await begin(film.byteLength);
    await append(film);
    const files = new PictureFiles(root);
    let overtaken = false;
    const slow = new FolderArrivals({
      files,
      index: openUploadIndex(root, Object.keys(KINDS), (folder, name) => files.readUpload(folder, name)),
      space: createDiskSpace(root),
      acceptedIn: () => KINDS.posts,
      async onDisk(work) {
        if (!overtaken) {
          overtaken = true;
          await media.arrivals.complete(POST, FILM, AT);
        }
        return work();
      },
    });
    const found = await slow.complete(POST, FILM, AT);
    expect([overtaken, found?.media]).toEqual([true, (await media.arrivals.complete(POST, FILM, AT))?.media]);
    expect(found?.media.kind).toBe('video');
  });
});

describe('the disk, on which the log lives too', () => {
  const FREE = 1_000;

  it('keeps room for it: a video that would take it is refused before a byte is there, and so is a picture', async () => {
    const full = storeOnDisk(KEPT_FREE_BYTES + FREE);
    const begin = (size: number, id = FILM) =>
      full.arrivals.begin({ id, kind: 'video', folder: POST, owner: OWNER, at: AT, size });
    // It is there twice while it is judged.
    await expect(begin(FREE / 2 + 1)).rejects.toThrow('has no room for an upload');
    expect(await full.unsettledOf(OWNER)).toEqual([]);
    const picturesOn = storeOnDisk(KEPT_FREE_BYTES);
    await expect(picturesOn.put(POST, OWNER, AT, await picture(80, 60))).rejects.toThrow('has no room for an upload');
    await begin(FREE / 2);
    // A video on its way counts before it is there.
    await expect(begin(1, idOf('other'))).rejects.toThrow('has no room for an upload');
    await full.arrivals.drop(POST, FILM);
    await begin(1, idOf('other'));
  });

  it('takes no piece of a video that began when there was room', async () => {
    await media.arrivals.begin({ id: FILM, kind: 'video', folder: POST, owner: OWNER, at: AT, size: 1_000 });
    const full = storeOnDisk(KEPT_FREE_BYTES + FREE);
    const arriving = await full.arrivals.find(POST, FILM);
    if (arriving === null) throw new Error('It has not begun.');
    await expect(full.arrivals.append(arriving, piecesOf(Buffer.alloc(500)))).rejects.toThrow('has no room');
    expect(await full.arrivals.find(POST, FILM)).toMatchObject({ offset: 0 });
    expect(await media.arrivals.append(arriving, piecesOf(Buffer.alloc(500)))).toBe(500);
    expect(await media.unsettledBytes()).toMatchObject([{ owner: OWNER, bytes: 1_000 }]);
  });

  it('keeps a tenth of a small disk free, so that a small server takes uploads at all', async () => {
    const size = 20 * FREE;
    const space = createDiskSpace(root, async () => ({ free: 3 * FREE, size }));
    await space.reserve('a photo', FREE);
    await expect(space.reserve('another', 1)).rejects.toThrow('has no room');
  });

  it('holds room for a while only for somebody who does not go on', async () => {
    let now = 0;
    const space = createDiskSpace(
      root,
      async () => ({ free: KEPT_FREE_BYTES + FREE, size: SIZE }),
      () => now,
    );
    await space.reserve('a film', FREE);
    await expect(space.reserve('another', 1)).rejects.toThrow('has no room');
    await space.reserve('a film', FREE - 1);
    now += HELD_FOR_MS;
    await space.reserve('another', FREE);
  });
});

it('the note of a picture that arrives is one that a release before can read, and nothing of it stays when it is dropped', async () => {
  await media.arrivals.begin({ id: FILM, kind: 'picture', folder: POST, owner: OWNER, at: AT, size: 3 });
  const note = JSON.parse(await readFile(join(root, POST, `${FILM}.arriving`), 'utf8'));
  expect(note).toEqual({ owner: OWNER, at: AT, size: 3 });
  expect(await media.arrivals.find(POST, FILM)).toMatchObject({ kind: 'picture', offset: 0 });
  await append(Buffer.from('abc'));
  expect(Buffer.from((await media.arrivals.read(POST, FILM)) ?? []).toString()).toBe('abc');
  expect(await media.arrivals.complete(POST, FILM, AT)).toBeNull();
  await media.arrivals.drop(POST, FILM);
  expect(await filesIn(POST)).toEqual([]);
});
