import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { derivedId } from '#domain/kernel/ids.ts';
import { isAnimated } from '#domain/kernel/media.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createFairQueue, type FairQueueLimits, QueueFull } from '../../fairness/fairQueue.ts';
import {
  type Arrivals,
  type FileKinds,
  type FileType,
  type IndexedUpload,
  MediaBusy,
  type MediaStore,
  type PictureForm,
  type ServedFile,
  type Upload,
} from '../../ports/media.ts';
import { createWriteTrouble, tryFolder, type WriteTrouble } from '../writeTrouble.ts';
import { FolderArrivals } from './arrivals.ts';
import { createDiskSpace, type DiskSpace } from './diskSpace.ts';
import { absent } from './fileErrors.ts';
import { judgePicture } from './judgePicture.ts';
import { idOf, kindOf, PictureFiles, pictureNames, sidecarName, sizeName, stillName } from './pictureFiles.ts';
import { createPictureProcesses, type PictureProcesses } from './pictureProcesses.ts';
import type { RenderedPicture } from './renderPicture.ts';
import { servedFile } from './servedFile.ts';
import { openUploadIndex, type UploadIndex } from './uploadIndex.ts';

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

/** Seconds after which an upload is tried again whose former copy is being deleted. */
const DISCARD_SECONDS = 2;

/** Whether an upload is a video that has arrived in part. */
const isPart = ({ name }: Pick<IndexedUpload, 'name'>) => name.endsWith('.part');

/** Codes of a file system that has no room, or none for us. */
/** Bytes on the disk of a picture with its sizes, at most, for each byte that was sent. */
const BYTES_FOR_ONE_SENT = 3;
/** An instant after every other. */
const END_OF_TIME = '9999-12-31T23:59:59.999Z';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Pictures and videos in a folder (`pictureFiles.ts`); `<root>/index` knows who brought what (`uploadIndex.ts`).
 *
 * A name is derived from folder, owner and content, so that a repeated upload makes nothing twice. The root is never
 * made here: where it has vanished (a volume that is not mounted), nothing is written beside it, nothing counts as
 * missing and nothing as deleted.
 *
 * @param kinds folders that it has, with what each takes
 * @param pictures renders them; tests share one
 * @param space tests pass a disk of their own
 */
export function createFolderMediaStore(
  root: string,
  kinds: FileKinds,
  pictures: PictureProcesses = createPictureProcesses(),
  space: DiskSpace = createDiskSpace(root),
): MediaStore {
  return new FolderMediaStore(root, kinds, pictures, space);
}

/** A picture that is not stored yet. */
interface NewPicture extends Omit<Upload, 'media'> {
  readonly bytes: Uint8Array;
  readonly accepted: readonly FileType[];
  readonly names: ReturnType<typeof pictureNames>;
}

class FolderMediaStore implements MediaStore {
  readonly #root: string;
  readonly #kinds: FileKinds;
  readonly #pictures: PictureProcesses;
  readonly #queue = createFairQueue<PictureLane>(['photo', 'animation'], PICTURE_QUEUE);
  readonly #files: PictureFiles;
  readonly #index: UploadIndex;
  readonly #trouble: WriteTrouble;
  readonly #space: DiskSpace;
  readonly arrivals: Arrivals;

  constructor(root: string, kinds: FileKinds, pictures: PictureProcesses, space: DiskSpace) {
    this.#root = root;
    this.#kinds = kinds;
    this.#pictures = pictures;
    this.#space = space;
    this.#files = new PictureFiles(root);
    this.#index = openUploadIndex(root, Object.keys(kinds), (folder, name) => this.#files.readUpload(folder, name));
    this.#trouble = createWriteTrouble(() => tryFolder(root));
    this.arrivals = new FolderArrivals({
      files: this.#files,
      index: this.#index,
      space,
      acceptedIn: (folder) => this.#acceptedIn(folder),
      onDisk: (work) => this.#onDisk(work),
    });
  }

  async check(): Promise<void> {
    await this.#files.requireRoot();
    await this.#trouble.check();
  }

  async put(folder: string, owner: string, at: string, bytes: Uint8Array, again = 0): Promise<Upload> {
    const accepted = this.#acceptedIn(folder);
    if (accepted === null) throw new Error(`${folder} is no folder of the media store.`);
    await this.#files.requireRoot();
    const digest = createHash('sha256').update(bytes).digest('hex');
    const id = derivedId('media', folder, owner, digest, ...(again === 0 ? [] : [String(again)]));
    const names = pictureNames(id);
    // The first releases named an animation as a still: what an event may name already keeps its name.
    for (const name of Object.values(names)) {
      const known = await this.#files.find(folder, name);
      if (known !== null) return this.#bringAgain(known, at);
      const restored = await this.#restore(folder, name, owner, at);
      if (restored !== null) return restored;
    }

    const room = `picture ${randomUUID()}`;
    await this.#space.reserve(room, bytes.byteLength * BYTES_FOR_ONE_SENT);
    try {
      return await this.#putNew({ folder, owner, at, bytes, accepted, names });
    } finally {
      this.#space.release(room);
    }
  }

  /** Renders and stores a picture that is not there yet. @throws MediaRefused, MediaBusy, Unavailable */
  async #putNew(of: NewPicture): Promise<Upload> {
    const { folder, owner, at, bytes, accepted, names } = of;
    const { picture, still, width, height } = await this.#render(owner, bytes, accepted);
    const name = still === null ? names.still : names.animated;
    const upload: Upload = { folder, media: { kind: 'image', name, width, height }, owner, at };
    await this.#write(upload, [
      [name, picture.whole],
      ...[...picture.smaller].map(([size, data]) => [sizeName(name, size), data] as const),
      ...(still === null ? [] : [[stillName(name, null), still.whole] as const]),
      ...[...(still?.smaller ?? [])].map(([size, data]) => [stillName(name, size), data] as const),
      [sidecarName(name), JSON.stringify(upload)],
    ]);
    return upload;
  }

  async describe(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, Upload>> {
    if (names.length > 0) await this.#files.requireRoot();
    const uploads = await Promise.all(names.map((name) => this.#find(folder, name)));
    return new Map(uploads.filter((upload) => upload !== null).map((upload) => [upload.media.name, upload]));
  }

  async file(folder: string, name: string, { width, still = false }: PictureForm = {}): Promise<ServedFile | null> {
    const upload = this.#acceptedIn(folder) === null ? null : await this.#files.findServed(folder, name);
    if (upload === null) return null;
    const smaller = width !== undefined && width < upload.media.width ? width : null;
    const moving = smaller === null ? name : sizeName(name, smaller);
    const file = still && isAnimated({ name }) ? stillName(name, smaller) : moving;
    return servedFile(this.#files.path(folder, file));
  }

  async remove(folder: string, names?: readonly string[]): Promise<void> {
    if (this.#acceptedIn(folder) === null) return;
    await this.#files.requireRoot();
    for (const name of names ?? (await this.#files.namesOf(folder))) await this.#removeByName(folder, name);
    if (names === undefined) await this.#files.removeFolder(folder);
  }

  async removeOwner(owner: string): Promise<void> {
    await this.#files.requireRoot();
    for (const upload of await this.#index.ofOwner(owner)) await this.#removeByEntry(upload);
    await this.#index.forgetOwner(owner);
  }

  async unsettled(before: string): Promise<readonly IndexedUpload[]> {
    await this.#files.requireRoot();
    return this.#index.unsettled(before);
  }

  async unsettledBytes(): Promise<readonly (IndexedUpload & { readonly bytes: number })[]> {
    await this.#files.requireRoot();
    const uploads = await this.#index.unsettled(END_OF_TIME);
    const sized: (IndexedUpload & { bytes: number })[] = [];
    for (const upload of uploads) sized.push({ ...upload, bytes: await this.#bytesOf(upload) });
    return sized;
  }

  /** Bytes of an upload: of a video that arrives those of the whole, of a picture those of its largest size. */
  async #bytesOf({ folder, name }: IndexedUpload): Promise<number> {
    const arriving = isPart({ name }) ? await this.arrivals.find(folder, idOf(name) ?? '') : null;
    return arriving?.size ?? (await stat(this.#files.path(folder, name)).catch(absent))?.size ?? 0;
  }

  async unsettledOf(owner: string): Promise<readonly IndexedUpload[]> {
    await this.#files.requireRoot();
    return this.#index.unsettledOf(owner);
  }

  async withdrawn(before: string): Promise<readonly IndexedUpload[]> {
    await this.#files.requireRoot();
    return this.#index.withdrawn(before);
  }

  async settle(uploads: readonly IndexedUpload[]): Promise<void> {
    await this.#files.requireRoot();
    for (const { folder, name } of uploads) await this.#files.restore(folder, name);
    await this.#index.settle(uploads);
  }

  async withdraw(uploads: readonly IndexedUpload[], at: string): Promise<void> {
    await this.#files.requireRoot();
    for (const upload of uploads) {
      // The entry first, so that a crash leaves no withdrawn upload that nobody finds.
      await this.#index.noteWithdrawn(upload, at);
      // A part has no note of its own: the note under its id belongs to the whole video.
      if (!isPart(upload)) await this.#files.withdraw(upload.folder, upload.name);
      await this.#index.forgetUnsettled(upload);
    }
  }

  async discard(uploads: readonly IndexedUpload[]): Promise<void> {
    await this.#files.requireRoot();
    for (const upload of uploads) {
      if (await this.#mayDiscard(upload)) await this.#removeByEntry(upload);
      else await this.#index.forgetWithdrawn(upload);
    }
  }

  close(): Promise<void> {
    return this.#pictures.close();
  }

  async list(): Promise<readonly Upload[]> {
    await this.#files.requireRoot();
    return this.#files.list();
  }

  /** Types of files that a folder takes; `null`: it is none of this store. */
  #acceptedIn(folder: string): readonly FileType[] | null {
    const kind = kindOf(folder);
    return kind !== null && Object.hasOwn(this.#kinds, kind) ? (this.#kinds[kind] ?? null) : null;
  }

  async #find(folder: string, name: string): Promise<Upload | null> {
    return this.#acceptedIn(folder) === null ? null : this.#files.find(folder, name);
  }

  /** Begins the deletion of a withdrawn upload. @returns `false`: it was brought again, or has arrived whole meanwhile */
  async #mayDiscard({ folder, name }: IndexedUpload): Promise<boolean> {
    if ((await this.#files.find(folder, name)) !== null) return false;
    if (isPart({ name })) return (await this.#files.readUpload(folder, name)) === null;
    const isBegun = await this.#files.beginDiscard(folder, name);
    if (isBegun || (await this.#files.isDiscarding(folder, name))) return true;
    // The remains of an interrupted upload have no note, or one without its picture.
    return (await this.#files.findServed(folder, name)) === null;
  }

  /**
   * Makes an upload that was withdrawn new again; `null`: it is none.
   *
   * @throws MediaBusy it is being deleted
   */
  async #restore(folder: string, name: string, owner: string, at: string): Promise<Upload | null> {
    if (await this.#files.isDiscarding(folder, name)) throw new MediaBusy(DISCARD_SECONDS);
    if ((await this.#files.findServed(folder, name)) === null) return null;
    const upload = { folder, name, owner };
    await this.#onDisk(() => this.#index.note(upload, at));
    const isRestored = await this.#files.restore(folder, name);
    const known = await this.#files.find(folder, name);
    // A deletion has begun between the two looks.
    if (known === null) throw new MediaBusy(DISCARD_SECONDS);
    if (isRestored) await this.#index.forgetWithdrawn(upload);
    return this.#bringAgain(known, at);
  }

  /** Brought again: what no event names yet is kept for another day from now on. */
  async #bringAgain(known: Upload, at: string): Promise<Upload> {
    if (known.at >= at) return known;
    const again = { ...known, at };
    await this.#write(again, [[sidecarName(known.media.name), JSON.stringify(again)]]);
    return again;
  }

  /** @throws MediaRefused, MediaBusy, Unavailable */
  async #render(owner: string, bytes: Uint8Array, accepted: readonly FileType[]): Promise<RenderedPicture> {
    const { type, frames } = judgePicture(bytes, accepted);
    const lane = frames > 1 ? 'animation' : 'photo';
    try {
      return await this.#queue.run(lane, owner, () => this.#pictures.render({ bytes, type }));
    } catch (error) {
      if (error instanceof QueueFull) throw new MediaBusy(error.seconds);
      throw error;
    }
  }

  /** Writes files of an upload, and notes it before. */
  #write(upload: Upload, files: Parameters<PictureFiles['write']>[1]): Promise<void> {
    return this.#onDisk(async () => {
      await this.#index.note({ ...upload, name: upload.media.name }, upload.at);
      await this.#files.write(upload.folder, files);
    });
  }

  /** Runs something that writes; an error of the file system becomes one that will pass. */
  async #onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const wayOut = NO_ROOM.has(code ?? '') ? 'Free some space on the disk.' : 'Give Quad the right to write it.';
      const error = new Unavailable(`The media folder ${this.#root} takes no files (${code}). ${wayOut}`, { cause });
      this.#trouble.note(error);
      throw error;
    }
  }

  /** Removes an upload that was found by its name: what lies beside the picture goes last, so the name finds it again. */
  async #removeByName(folder: string, name: string): Promise<void> {
    if (idOf(name) === null) return;
    const known = await this.#files.readUpload(folder, name);
    await this.#files.removePictures(folder, name);
    if (known !== null) await this.#index.forget({ folder, name, owner: known.owner });
    await this.#files.removeSidecar(folder, name);
  }

  /** Removes an upload that was found in the index: its entry goes last, so the index finds it again after a crash. */
  async #removeByEntry(upload: IndexedUpload): Promise<void> {
    if (idOf(upload.name) === null) return;
    await this.#files.removePictures(upload.folder, upload.name);
    await this.#files.removeSidecar(upload.folder, upload.name);
    await this.#index.forget(upload);
  }
}
