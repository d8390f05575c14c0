import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { derivedId } from '#domain/kernel/ids.ts';
import { mediaSchema } from '#domain/kernel/media.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createFairQueue, type FairQueueLimits, QueueFull } from '../../concurrency/fairQueue.ts';
import { MediaBusy, type MediaStore, type ServedFile, type Upload } from '../../ports/media.ts';
import { makeFolderDurably, writeDurably } from '../sqlite/folder/durableFile.ts';
import { createWriteTrouble, tryFolder } from '../writeTrouble.ts';
import { judgePicture } from './judgePicture.ts';
import { createPictureProcesses, type PictureProcesses } from './pictureProcesses.ts';
import { acceptedTypes, type PictureType } from './pictureType.ts';
import type { RenderedPicture } from './renderPicture.ts';
import { openUploadIndex } from './uploadIndex.ts';

/**
 * Pictures that are rendered at once: each takes a core, a photo 200 MB, an animation 500 MB. Of two, one is always free
 * for photos. One owner has one rendered at a time and two waiting; each kind has 60 waiting.
 */
export const PICTURE_QUEUE: FairQueueLimits<PictureLane> = {
  parallel: 2,
  parallelPerKey: 1,
  parallelPerLane: { animation: 1 },
  waitingPerKey: 2,
  waitingPerLane: 60,
  taskMs: 1_000,
};

type PictureLane = 'photo' | 'animation';

/** `posts/<uuid>` and `profilePics/<uuid>`: nothing else is a folder, so no path leads out of the store. */
const FOLDER = /^(posts|profilePics)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^([0-9a-f-]{36})\.webp$/;
const SIDECAR = '.json';
const CONTENT_TYPE = 'image/webp';

/** Codes of a file system that has no room, or none for us. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** What stands beside a picture. It is written last and removed last: an upload is a picture with this beside it. */
const sidecarSchema = z.strictObject({
  folder: z.string(),
  media: mediaSchema,
  owner: z.string(),
  at: z.string(),
});

/**
 * Pictures in a folder: `<root>/posts/<postId>/<name>.webp`, `<name>-640.webp` and so on, `<name>.json`.
 * `<root>/index` knows who brought what (`uploadIndex.ts`).
 *
 * A name is derived from folder, owner and content, so that a repeated upload makes nothing twice. The root is never
 * made here: where it has vanished (a volume that is not mounted), nothing is written beside it, nothing counts as
 * missing and nothing as deleted.
 *
 * @param pictures renders them; tests share one
 */
export function createFolderMediaStore(
  root: string,
  pictures: PictureProcesses = createPictureProcesses(),
): MediaStore {
  const queue = createFairQueue<PictureLane>(['photo', 'animation'], PICTURE_QUEUE);
  const trouble = createWriteTrouble(() => tryFolder(root));
  const pathOf = (folder: string, file: string) => join(root, ...folder.split('/'), file);
  const sidecarOf = (folder: string, name: string) => pathOf(folder, sidecarName(name));
  const index = openUploadIndex(root, (folder, name) => readUpload(sidecarOf(folder, name)));

  async function requireRoot(): Promise<void> {
    try {
      await access(root, constants.R_OK | constants.W_OK);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Unavailable(`The media folder ${root} can't be used (${code}). Bring it back; nothing is lost.`, {
        cause,
      });
    }
  }

  /** Writes files of an upload; what the file system says against it is told as something that will pass. */
  async function write(upload: Upload, files: readonly (readonly [name: string, content: string | Uint8Array])[]) {
    const folder = pathOf(upload.folder, '');
    try {
      await index.note({ ...upload, name: upload.media.name }, upload.at);
      await makeFolderDurably(folder);
      for (const [name, content] of files) await writeDurably(join(folder, name), content);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const wayOut = NO_ROOM.has(code ?? '') ? 'Free some space on the disk.' : 'Give Quad the right to write it.';
      const error = new Unavailable(`The media folder ${root} takes no files (${code}). ${wayOut}`, { cause });
      trouble.note(error);
      throw error;
    }
  }

  async function readUpload(path: string): Promise<Upload | null> {
    const text = await readFile(path, 'utf8').catch(absent);
    return text === null ? null : sidecarSchema.parse(JSON.parse(text));
  }

  async function uploadOf(folder: string, name: string): Promise<Upload | null> {
    if (!FOLDER.test(folder) || !NAME.test(name)) return null;
    const upload = await readUpload(sidecarOf(folder, name));
    return upload !== null && (await exists(pathOf(folder, name))) ? upload : null;
  }

  /** Also those whose removal was broken off: their removal is to be repeated. */
  async function list(): Promise<readonly Upload[]> {
    await requireRoot();
    const files = await readdir(root, { recursive: true, withFileTypes: true }).catch(absent);
    const sidecars = (files ?? []).filter((file) => file.isFile() && file.name.endsWith(SIDECAR));
    const uploads = await Promise.all(sidecars.map((file) => readUpload(join(file.parentPath, file.name))));
    return uploads.filter((upload) => upload !== null);
  }

  /**
   * Deletes the files of an upload, what a broken-off writing has left included, and forgets it.
   *
   * @param owner who brought it, where it was found in the index; `null`: it was found by its name
   */
  async function removeUpload(folder: string, name: string, owner: string | null): Promise<void> {
    const id = NAME.exec(name)?.[1];
    if (id === undefined) return;
    const files = ((await readdir(pathOf(folder, '')).catch(absent)) ?? []).filter((file) => file.startsWith(id));
    const known = owner ?? (await readUpload(sidecarOf(folder, name)))?.owner ?? null;
    const isWhole = (file: string) => file === name;
    const isSidecar = (file: string) => file === sidecarName(name);
    // The picture goes first: what a crash leaves is no upload any more. By what the upload was found goes last, its
    // name beside the picture or its entry in the index: so the same search finds it again.
    const ordered = [...files.filter(isWhole), ...files.filter((file) => !isWhole(file) && !isSidecar(file))];
    for (const file of ordered) await rm(pathOf(folder, file), { force: true });
    const removeSidecar = () => rm(sidecarOf(folder, name), { force: true });
    if (owner !== null) await removeSidecar();
    if (known !== null) await index.forget({ folder, name, owner: known });
    if (owner === null) await removeSidecar();
  }

  async function removeFolder(folder: string): Promise<void> {
    const files = (await readdir(pathOf(folder, '')).catch(absent)) ?? [];
    const sidecars = files.filter((file) => file.endsWith(SIDECAR));
    for (const file of sidecars) await removeUpload(folder, file.replace(SIDECAR, '.webp'), null);
    await rm(pathOf(folder, ''), { recursive: true, force: true });
  }

  /** @throws MediaRefused, MediaBusy, Unavailable */
  async function render(owner: string, bytes: Uint8Array, accepted: readonly PictureType[]): Promise<RenderedPicture> {
    const { type, frames } = judgePicture(bytes, accepted);
    try {
      return await queue.run(frames > 1 ? 'animation' : 'photo', owner, () => pictures.render({ bytes, type }));
    } catch (error) {
      if (error instanceof QueueFull) throw new MediaBusy(error.seconds);
      throw error;
    }
  }

  async function put(folder: string, owner: string, at: string, bytes: Uint8Array): Promise<Upload> {
    if (!FOLDER.test(folder)) throw new Error(`${folder} is no folder of the media store.`);
    await requireRoot();
    const digest = createHash('sha256').update(bytes).digest('hex');
    const id = derivedId('media', folder, owner, digest);
    const name = `${id}.webp`;
    const known = await uploadOf(folder, name);
    if (known !== null) {
      if (known.at >= at) return known;
      // Brought again: what no event names yet is kept for another day from now on.
      const again = { ...known, at };
      await write(again, [[sidecarName(name), JSON.stringify(again)]]);
      return again;
    }

    const picture = await render(owner, bytes, acceptedTypes(folder));
    const { width, height } = picture;
    const upload: Upload = { folder, media: { kind: 'image', name, width, height }, owner, at };
    await write(upload, [
      [name, picture.whole],
      ...[...picture.sizes].map(([size, data]) => [`${id}-${size}.webp`, data] as const),
      [sidecarName(name), JSON.stringify(upload)],
    ]);
    return upload;
  }

  return {
    put,
    list,
    close: () => pictures.close(),
    async check() {
      await requireRoot();
      await trouble.check();
    },
    async describe(folder, names) {
      if (names.length > 0) await requireRoot();
      const uploads = await Promise.all(names.map((name) => uploadOf(folder, name)));
      return new Map(uploads.filter((upload) => upload !== null).map((upload) => [upload.media.name, upload]));
    },
    async file(folder, name, width): Promise<ServedFile | null> {
      const upload = await uploadOf(folder, name);
      if (upload === null) return null;
      const smaller = width !== null && width < upload.media.width;
      const path = pathOf(folder, smaller ? name.replace(NAME, `$1-${width}.webp`) : name);
      return (await exists(path)) ? { path, contentType: CONTENT_TYPE } : null;
    },
    async remove(folder, names) {
      if (!FOLDER.test(folder)) return;
      await requireRoot();
      if (names === undefined) return removeFolder(folder);
      for (const name of names) await removeUpload(folder, name, null);
    },
    async removeOwner(owner) {
      await requireRoot();
      for (const { folder, name } of await index.ofOwner(owner)) await removeUpload(folder, name, owner);
      await index.forgetOwner(owner);
    },
    async unsettled(before) {
      await requireRoot();
      return index.unsettled(before);
    },
    async unsettledOf(owner) {
      await requireRoot();
      return index.unsettledOf(owner);
    },
    async settle(uploads) {
      await requireRoot();
      await index.settle(uploads);
    },
    async discard(uploads) {
      await requireRoot();
      for (const { folder, name, owner } of uploads) await removeUpload(folder, name, owner);
    },
  };
}

/** What stands beside the picture of a name. */
const sidecarName = (name: string) => name.replace(NAME, `$1${SIDECAR}`);

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

async function exists(path: string): Promise<boolean> {
  return (await access(path).catch(absent)) !== null;
}
