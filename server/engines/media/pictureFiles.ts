import { access, constants, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ANIMATED_ENDING, mediaSchema } from '#domain/kernel/media.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Upload } from '../../ports/media.ts';
import { makeFolderDurably, syncFolder, writeDurably } from '../files/durableFile.ts';
import { absent } from './fileErrors.ts';

/** `<kind>/<uuid>`: nothing else is a folder, so no path leads out of the store. */
const FOLDER = /^([A-Za-z]+)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^([0-9a-f-]{36})(?:(?:-animated)?\.webp|\.(?:mp4|mov|avi|part))$/;
const SIDECAR = '.json';
/** Endings of the note of an upload that is withdrawn, and of one that is being deleted. */
const WITHDRAWN = `.withdrawn${SIDECAR}`;
const DISCARDED = `.discarded${SIDECAR}`;

/** The note beside a picture. It is written last and removed last: an upload is a picture with this beside it. */
const sidecarSchema = z.strictObject({
  folder: z.string(),
  media: mediaSchema,
  owner: z.string(),
  at: z.string(),
});

/** The kind of a folder; `null`: it is none. */
export function kindOf(folder: string): string | null {
  return FOLDER.exec(folder)?.[1] ?? null;
}

/** The id of a picture or video from its name; `null`: it is the name of none. */
export function idOf(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null;
}

/** Names that a picture of an id may have: which one, its rendering says. */
export const pictureNames = (id: string) => ({ still: `${id}.webp`, animated: `${id}${ANIMATED_ENDING}` });

/** Name under which a picture is kept in a smaller size, `width` pixels wide. */
export const sizeName = (name: string, width: number) => name.replace(NAME, `$1-${width}.webp`);

/** Name of the first frame of an animated picture. @param width `null`: in the picture's own size */
export const stillName = (name: string, width: number | null) =>
  name.replace(NAME, width === null ? '$1-still.webp' : `$1-still-${width}.webp`);

/** The note beside the picture of a name. */
export const sidecarName = (name: string) => name.replace(NAME, `$1${SIDECAR}`);

const withdrawnName = (name: string) => name.replace(NAME, `$1${WITHDRAWN}`);
const discardedName = (name: string) => name.replace(NAME, `$1${DISCARDED}`);

/**
 * The files of a folder store: `<root>/<kind>/<id>/<name>.webp`, `<name>-640.webp` and so on, `<name>.json`; of an animation
 * `<name>-animated.webp` and, beside its sizes, those of its first frame (`<name>-still.webp`, `<name>-still-640.webp`); of a video
 * `<name>.mp4` and `<name>.json`, and while it arrives `<name>.part` and `<name>.arriving` (`arrivals.ts`).
 *
 * The name of the note is the state of an upload: `<name>.json` can be named by commands, `<name>.withdrawn.json` is only
 * served, `<name>.discarded.json` is being deleted. A rename is atomic, so of a deletion and of one who brings the same
 * picture again, in two processes, one is first.
 */
export class PictureFiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  path(folder: string, file: string): string {
    return join(this.#root, ...folder.split('/'), file);
  }

  /** @throws Unavailable the root has vanished or can't be used */
  async requireRoot(): Promise<void> {
    try {
      await access(this.#root, constants.R_OK | constants.W_OK);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      const message = `The media folder ${this.#root} can't be used (${code}). Bring it back; nothing is lost.`;
      throw new Unavailable(message, { cause });
    }
  }

  /** Who brought a picture and what was measured, from what lies beside it in any state; `null`: nothing does. */
  async readUpload(folder: string, name: string): Promise<Upload | null> {
    return this.#firstNote(folder, [sidecarName(name), withdrawnName(name), discardedName(name)]);
  }

  /** A whole upload that commands can name: the picture with what lies beside it. */
  find(folder: string, name: string): Promise<Upload | null> {
    return this.#findWith(folder, name, [sidecarName(name)]);
  }

  /** A whole upload that is served, also a withdrawn one. */
  findServed(folder: string, name: string): Promise<Upload | null> {
    // One that changes its state between two looks is found by the third.
    return this.#findWith(folder, name, [sidecarName(name), withdrawnName(name), sidecarName(name)]);
  }

  /** Withdraws an upload; nothing happens where it is not whole. */
  withdraw(folder: string, name: string): Promise<boolean> {
    return this.#rename(folder, sidecarName(name), withdrawnName(name));
  }

  /** Makes a withdrawn upload one that commands can name. @returns whether there was one */
  restore(folder: string, name: string): Promise<boolean> {
    return this.#rename(folder, withdrawnName(name), sidecarName(name));
  }

  /** Begins to delete a withdrawn upload. @returns whether there was one */
  beginDiscard(folder: string, name: string): Promise<boolean> {
    return this.#rename(folder, withdrawnName(name), discardedName(name));
  }

  /** Whether an upload is being deleted, or its deletion was broken off. */
  async isDiscarding(folder: string, name: string): Promise<boolean> {
    return (await readSidecar(this.path(folder, discardedName(name)))) !== null;
  }

  /** All uploads, those whose removal was broken off included: their removal is to be repeated. */
  async list(): Promise<readonly Upload[]> {
    const files = await readdir(this.#root, { recursive: true, withFileTypes: true }).catch(absent);
    const sidecars = (files ?? []).filter((file) => file.isFile() && file.name.endsWith(SIDECAR));
    const uploads = await Promise.all(sidecars.map((file) => readSidecar(join(file.parentPath, file.name))));
    return uploads.filter((upload) => upload !== null);
  }

  /** Writes files in their order, each through to the disk. */
  async write(folder: string, files: readonly (readonly [name: string, content: string | Uint8Array])[]) {
    const path = this.path(folder, '');
    await makeFolderDurably(path);
    for (const [name, content] of files) await writeDurably(join(path, name), content);
  }

  /** Deletes a picture and its sizes, what a broken-off writing has left included; what lies beside it stays. */
  async removePictures(folder: string, name: string): Promise<void> {
    const own = (await this.#namesIn(folder)).filter((file) => file.startsWith(idOf(name) ?? name));
    const smaller = own.filter((file) => file !== name && !file.endsWith(SIDECAR));
    // The picture goes first: what a crash leaves is no upload any more.
    for (const file of [...own.filter((each) => each === name), ...smaller]) await this.#remove(folder, file);
  }

  /** Deletes what lies beside a picture, in every state. */
  async removeSidecar(folder: string, name: string): Promise<void> {
    for (const note of [sidecarName(name), withdrawnName(name), discardedName(name)]) await this.#remove(folder, note);
  }

  /** Names of the pictures in a folder that have something beside them. */
  async namesOf(folder: string): Promise<readonly string[]> {
    const sidecars = (await this.#namesIn(folder)).filter((file) => file.endsWith(SIDECAR));
    const uploads = await Promise.all(sidecars.map((file) => readSidecar(this.path(folder, file))));
    return uploads.flatMap((upload) => upload?.media.name ?? []);
  }

  /** Deletes a folder with everything that is left in it. */
  removeFolder(folder: string): Promise<void> {
    return rm(this.path(folder, ''), { recursive: true, force: true });
  }

  async #findWith(folder: string, name: string, notes: readonly string[]): Promise<Upload | null> {
    if (kindOf(folder) === null || idOf(name) === null) return null;
    const upload = await this.#firstNote(folder, notes);
    if (upload?.media.name !== name) return null;
    return access(this.path(folder, name)).then(() => upload, nothingIfAbsent);
  }

  async #firstNote(folder: string, notes: readonly string[]): Promise<Upload | null> {
    for (const note of notes) {
      const upload = await readSidecar(this.path(folder, note));
      if (upload !== null) return upload;
    }
    return null;
  }

  /** @returns whether there was such a file */
  async #rename(folder: string, from: string, to: string): Promise<boolean> {
    const isThere = await rename(this.path(folder, from), this.path(folder, to)).then(() => true, absent);
    if (isThere === undefined) return false;
    await syncFolder(this.path(folder, ''));
    return true;
  }

  async #namesIn(folder: string): Promise<readonly string[]> {
    return (await readdir(this.path(folder, '')).catch(absent)) ?? [];
  }

  #remove(folder: string, file: string): Promise<void> {
    return rm(this.path(folder, file), { force: true });
  }
}

async function readSidecar(path: string): Promise<Upload | null> {
  const text = await readFile(path, 'utf8').catch(absent);
  return text === undefined ? null : sidecarSchema.parse(JSON.parse(text));
}

function nothingIfAbsent(error: unknown): null {
  absent(error);
  return null;
}
