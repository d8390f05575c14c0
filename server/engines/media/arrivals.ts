import { randomUUID } from 'node:crypto';
import { constants, copyFile, open, readFile, rename, rm, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Video } from '#domain/kernel/media.ts';
import { createKeyedLock } from '../../concurrency/keyedLock.ts';
import {
  type Arrivals,
  type Arriving,
  type FileType,
  MediaRefused,
  type Upload,
  VIDEO_TYPES,
} from '../../ports/media.ts';
import { syncFolder } from '../files/durableFile.ts';
import type { DiskSpace } from './diskSpace.ts';
import { absent } from './fileErrors.ts';
import { fileSource } from './fileSource.ts';
import { idOf, kindOf, type PictureFiles, sidecarName } from './pictureFiles.ts';
import type { UploadIndex } from './uploadIndex.ts';
import { readVideo } from './videoContainer.ts';
import { wipe } from './wipe.ts';
import { writeAt } from './writeAt.ts';

/** The note beside a file that arrives. A release before or after may share the folder: it has to read it, too. */
const arrivingSchema = z.object({ owner: z.string(), at: z.string(), size: z.int() });

type StoredVideo = Upload & { readonly media: Video };

/** Where files lie while they arrive, and what they become. */
export interface ArrivalsParts {
  readonly files: PictureFiles;
  readonly index: UploadIndex;
  readonly space: DiskSpace;
  /** Types that a folder takes; `null`: it is no folder of the store. */
  acceptedIn(folder: string): readonly FileType[] | null;
  /** Runs something that writes. @throws Unavailable */
  onDisk<T>(work: () => Promise<T>): Promise<T>;
}

/** A video is there twice while it is judged. */
const COPIES = 2;

const partName = (id: string) => `${id}.part`;
const noteName = (id: string) => `${id}.arriving`;
/** Beside a picture that arrives; without it, it is a video. */
const pictureName = (id: string) => `${id}.picture`;

/**
 * Files on their way into a folder store. A piece is written where it belongs and nowhere else, so two requests of one
 * sender that overlap (the first was cut, and nobody has noticed) write the same bytes twice. What is complete is copied
 * before it is judged: a request that still hangs on the old file changes nothing that anybody sees.
 */
export class FolderArrivals implements Arrivals {
  readonly #parts: ArrivalsParts;
  /** By video: each completion makes a copy of the whole, however many requests ask for it at once. */
  readonly #completing = createKeyedLock();

  constructor(parts: ArrivalsParts) {
    this.#parts = parts;
  }

  async begin({ id, kind, folder, owner, at, size }: Omit<Arriving, 'offset'>): Promise<void> {
    const { files, index, space, onDisk, acceptedIn } = this.#parts;
    if (acceptedIn(folder) === null) throw new Error(`${folder} is no folder of the media store.`);
    await files.requireRoot();
    await space.reserve(id, size * COPIES);
    await onDisk(async () => {
      await index.note({ folder, name: partName(id), owner }, at);
      const note = JSON.stringify({ owner, at, size } satisfies z.infer<typeof arrivingSchema>);
      await files.write(folder, [
        ...(kind === 'picture' ? [[pictureName(id), ''] as const] : []),
        [partName(id), ''],
        [noteName(id), note],
      ]);
    });
  }

  async find(folder: string, id: string): Promise<Arriving | null> {
    const { files } = this.#parts;
    if (!this.#isPlace(folder, id)) return null;
    await files.requireRoot();
    const note = await readFile(files.path(folder, noteName(id)), 'utf8').catch(absent);
    const part = await stat(files.path(folder, partName(id))).catch(absent);
    if (note !== undefined && part !== undefined) {
      const isPicture = (await stat(files.path(folder, pictureName(id))).catch(absent)) !== undefined;
      const kind = isPicture ? 'picture' : 'video';
      return { ...arrivingSchema.parse(JSON.parse(note)), id, kind, folder, offset: part.size };
    }
    const stored = await this.#stored(folder, id);
    if (stored === null) return null;
    const { size } = await stat(files.path(folder, stored.media.name));
    return { id, kind: 'video', folder, owner: stored.owner, at: stored.at, size, offset: size };
  }

  async append({ id, folder, size, offset }: Arriving, piece: AsyncIterable<Uint8Array>): Promise<number> {
    const { files, space, onDisk } = this.#parts;
    await space.reserve(id, size * COPIES - offset);
    const file = await open(files.path(folder, partName(id)), 'r+').catch(absent);
    if (file === undefined) return offset;
    let at = offset;
    try {
      for await (const chunk of piece) {
        const taken = chunk.subarray(0, size - at);
        await onDisk(() => writeAt(file, taken, at));
        at += taken.byteLength;
        if (taken.byteLength < chunk.byteLength) break;
      }
    } finally {
      await onDisk(() => file.datasync()).finally(() => file.close());
      // The next piece reserves what is left by then; a sender who stops holds nothing.
      space.release(id);
    }
    return at;
  }

  async read(folder: string, id: string): Promise<Uint8Array | null> {
    const arriving = await this.find(folder, id);
    if (arriving?.kind !== 'picture' || arriving.offset < arriving.size) return null;
    return (await readFile(this.#parts.files.path(folder, partName(id))).catch(absent)) ?? null;
  }

  complete(folder: string, id: string, at: string): Promise<StoredVideo | null> {
    return this.#completing.run(`${folder}/${id}`, () => this.#complete(folder, id, at));
  }

  async #complete(folder: string, id: string, at: string): Promise<StoredVideo | null> {
    const { files, space, onDisk } = this.#parts;
    const arriving = await this.find(folder, id);
    if (arriving?.kind !== 'video' || arriving.offset < arriving.size) return null;
    const stored = await this.#stored(folder, id);
    if (stored !== null) return stored;

    const copy = files.path(folder, `${id}.${randomUUID()}.tmp`);
    await space.reserve(id, arriving.size);
    try {
      const part = files.path(folder, partName(id));
      const isCopied = await onDisk(() => copyFile(part, copy, constants.COPYFILE_FICLONE).then(() => true, absent));
      // A repeated request has completed it meanwhile, or called it off.
      if (isCopied === undefined) return await this.#stored(folder, id);
      const media = await this.#judge(copy, folder, id);
      const upload = { folder, media, owner: arriving.owner, at };
      await onDisk(() => this.#store(upload, copy, id));
      return upload;
    } catch (error) {
      await rm(copy, { force: true });
      if (error instanceof MediaRefused) await this.drop(folder, id);
      throw error;
    } finally {
      space.release(id);
    }
  }

  async drop(folder: string, id: string): Promise<void> {
    const { files, index, space } = this.#parts;
    if (!this.#isPlace(folder, id)) return;
    space.release(id);
    const arriving = await this.find(folder, id);
    for (const name of [partName(id), noteName(id), pictureName(id)]) {
      await rm(files.path(folder, name), { force: true });
    }
    // The entry goes last, so a sweep finds what a crash leaves.
    if (arriving !== null) await index.forget({ folder, name: partName(id), owner: arriving.owner });
  }

  #isPlace(folder: string, id: string): boolean {
    return kindOf(folder) !== null && idOf(partName(id)) !== null && this.#parts.acceptedIn(folder) !== null;
  }

  async #stored(folder: string, id: string): Promise<StoredVideo | null> {
    for (const type of VIDEO_TYPES) {
      const upload = await this.#parts.files.find(folder, `${id}.${type}`);
      if (upload?.media.kind === 'video') return { ...upload, media: upload.media };
    }
    return null;
  }

  /** Reads what a copy is, and blanks what it says about place and maker. @throws MediaRefused */
  async #judge(copy: string, folder: string, id: string): Promise<Video> {
    const file = await open(copy, 'r+');
    try {
      const accepted = this.#parts.acceptedIn(folder) ?? [];
      const { type, width, height, seconds, blanks } = await readVideo(await fileSource(file), accepted);
      await this.#parts.onDisk(async () => {
        await wipe(file, blanks);
        await file.sync();
      });
      return { kind: 'video', name: `${id}.${type}`, width, height, seconds, poster: null };
    } finally {
      await file.close();
    }
  }

  /**
   * Makes a judged copy the video. The index knows it before the entry of what arrived goes: an entry of that beside a
   * stored video would have the sweep take the video for a remnant.
   */
  async #store(upload: StoredVideo, copy: string, id: string): Promise<void> {
    const { files, index } = this.#parts;
    const { folder, owner, media } = upload;
    await index.note({ folder, name: media.name, owner }, upload.at);
    await index.forget({ folder, name: partName(id), owner });
    await files.write(folder, [[sidecarName(media.name), JSON.stringify(upload)]]);
    await rename(copy, files.path(folder, media.name));
    await syncFolder(files.path(folder, ''));
    for (const name of [partName(id), noteName(id)]) await rm(files.path(folder, name), { force: true });
  }
}
