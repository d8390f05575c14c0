import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFolderMediaStore } from '#server/engines/media/folderMediaStore.ts';
import { createPictureProcesses } from '#server/engines/media/pictureProcesses.ts';
import { MediaBusy, type MediaStore } from '#server/ports/media.ts';
import { idOf } from '../../support/people.ts';
import { picture } from '../../support/pictures.ts';

const AT = '2026-03-01T12:00:00.000Z';
const OWNER = idOf('ada');
const POST = `posts/${idOf('post')}`;
const KINDS = { posts: ['jpeg', 'png', 'gif', 'webp'] } as const;

const pictures = createPictureProcesses();
let root: string;
let media: MediaStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quad-withdrawn-'));
  media = createFolderMediaStore(root, KINDS, pictures);
});
afterEach(() => rm(root, { recursive: true }));
afterAll(() => pictures.close());

const put = (bytes: Uint8Array) => media.put(POST, OWNER, AT, bytes);
const filesOf = async (folder: string) => (await readdir(join(root, folder)).catch(() => [])).sort();

async function served(name: string, width?: number): Promise<Buffer> {
  const stream = await (await media.file(POST, name, { width }))?.open();
  return stream ? buffer(stream) : Buffer.alloc(0);
}

describe('a withdrawn upload', () => {
  const TOMORROW = '2026-03-02T12:00:00.000Z';
  const AFTER = '2026-03-02T12:00:00.001Z';

  async function withdrawnUpload() {
    const bytes = await picture(900, 600);
    const { media: made } = await put(bytes);
    const upload = { folder: POST, name: made.name, owner: OWNER };
    await media.withdraw([upload], TOMORROW);
    return { bytes, made, upload };
  }

  it('can be named by no command, and is served until it is discarded, without a trace', async () => {
    const { made, upload } = await withdrawnUpload();
    expect(await media.describe(POST, [made.name])).toEqual(new Map());
    expect((await served(made.name, 320)).length).toBeGreaterThan(0);
    expect([await media.unsettled(AFTER), await media.unsettledOf(OWNER)]).toEqual([[], []]);
    expect([await media.withdrawn(TOMORROW), await media.withdrawn(AFTER)]).toEqual([[], [upload]]);
    await media.discard([upload]);
    expect(await media.file(POST, made.name)).toBeNull();
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => name.includes(made.name.slice(0, 36)))).toEqual([]);
  });

  it('is an upload as any other once an event names it', async () => {
    const { made, upload } = await withdrawnUpload();
    await media.settle([upload]);
    expect([await media.withdrawn(AFTER), await media.unsettled(AFTER)]).toEqual([[], []]);
    expect((await media.describe(POST, [made.name])).size).toBe(1);
    // A sweep that has listed it before does it no harm.
    await media.discard([upload]);
    expect((await served(made.name)).length).toBeGreaterThan(0);
  });

  it('that is brought again is new, and a sweep that has listed it before does not delete it', async () => {
    const { bytes, made, upload } = await withdrawnUpload();
    expect(await media.put(POST, OWNER, AFTER, bytes)).toMatchObject({ media: made, at: AFTER });
    expect((await media.describe(POST, [made.name])).size).toBe(1);
    expect(await media.withdrawn('2026-03-09T12:00:00.000Z')).toEqual([]);
    await media.discard([upload]);
    expect((await served(made.name)).length).toBeGreaterThan(0);
    expect([await media.unsettled(AFTER), await media.unsettledOf(OWNER)]).toEqual([[], [upload]]);
  });

  it('is not brought again while it is being deleted, and a later sweep ends what a kill has cut', async () => {
    const { bytes, made } = await withdrawnUpload();
    const note = (state: string) => join(root, POST, made.name.replace('.webp', `${state}.json`));
    // As a kill in the middle leaves it.
    await rename(note('.withdrawn'), note('.discarded'));
    await rm(join(root, POST, made.name));
    await expect(media.put(POST, OWNER, AFTER, bytes)).rejects.toThrow(MediaBusy);
    await media.discard(await media.withdrawn(AFTER));
    expect(await filesOf(POST)).toEqual([]);
    expect((await media.put(POST, OWNER, AFTER, bytes)).media).toEqual(made);
    expect((await media.describe(POST, [made.name])).size).toBe(1);
  });

  it('[P10] is found by an erasure, also by that of a store whose index was lost', async () => {
    const { made } = await withdrawnUpload();
    await rm(join(root, 'index'), { recursive: true });
    const again = createFolderMediaStore(root, KINDS, pictures);
    expect((await again.list()).map(({ owner }) => owner)).toEqual([OWNER]);
    await again.removeOwner(OWNER);
    const names = await readdir(root, { recursive: true });
    expect(names.filter((name) => name.includes(made.name.slice(0, 36)))).toEqual([]);
  });
});

describe('an upload that is brought again', () => {
  it('makes the same picture another file when its sender asks for one', async () => {
    const bytes = await picture(40, 30);
    const [first, again] = [await put(bytes), await media.put(POST, OWNER, AT, bytes, 1)];
    expect(again.media.name).not.toBe(first.media.name);
    expect(await media.put(POST, OWNER, AT, bytes, 1)).toEqual(again);
  });

  it('counts the age of an upload from when it was last brought', async () => {
    const bytes = await picture(40, 30);
    const later = '2026-03-02T12:00:00.000Z';
    await put(bytes);
    expect((await media.put(POST, OWNER, later, bytes)).at).toBe(later);
    expect(await media.unsettled(later)).toEqual([]);
    expect((await media.unsettled('2026-03-02T12:00:00.001Z')).length).toBe(1);
  });
});
