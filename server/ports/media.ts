import type { Readable } from 'node:stream';
import type { Media, Video } from '#domain/kernel/media.ts';

/** Widths in pixels of the sizes that a picture is served in, besides its own (decisions D16: `srcset`). */
export const MEDIA_WIDTHS = [320, 640, 1280] as const;

/** Types of pictures that are accepted (POST-06). */
export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp';
/** Types of videos that are accepted (POST-06); each is the ending of its stored file's name. */
export const VIDEO_TYPES = ['mp4', 'mov', 'avi'] as const;
export type VideoType = (typeof VIDEO_TYPES)[number];
export type FileType = PictureType | VideoType;

/** The kinds of a store's folders (`<kind>/<id>`), with the types of files that each kind accepts. */
export type FileKinds = Readonly<Record<string, readonly FileType[]>>;

/** An uploaded file: its owner, and the server's measurements. */
export interface Upload {
  readonly folder: string;
  readonly media: Media;
  readonly owner: string;
  readonly at: string;
}

/** An upload as the store's index knows it. */
export interface IndexedUpload {
  readonly folder: string;
  readonly name: string;
  readonly owner: string;
}

/** A part of a file: its first and last byte, counted from 0, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The form in which a picture is served. A video is served as it is. */
export interface PictureForm {
  /** One of MEDIA_WIDTHS; default: the picture's own. */
  readonly width?: number | undefined;
  /** The first frame of an animation; a picture that does not move is its own. Default: all frames. */
  readonly still?: boolean;
}

/** A file ready to be served, not read yet. */
export interface ServedFile {
  readonly contentType: string;
  /** Browsers cannot show it: it is offered as a download (Q25). */
  readonly isDownload: boolean;
  /** Bytes of the whole. */
  readonly size: number;
  readonly modifiedAt: Date;
  /**
   * Opens the bytes; default: the whole file. The caller reads the stream to its end or destroys it.
   * @returns `null`: the file was deleted meanwhile
   */
  open(part?: ByteRange): Promise<Readable | null>;
}

/** Kinds of files that come in pieces. */
export type ArrivingKind = 'picture' | 'video';

/** A file that comes in pieces, as far as it has arrived. */
export interface Arriving {
  readonly id: string;
  readonly kind: ArrivingKind;
  readonly folder: string;
  readonly owner: string;
  /** ISO instant of its beginning. */
  readonly at: string;
  /** Bytes of the whole, as its sender said. */
  readonly size: number;
  /** Bytes that are on disk. */
  readonly offset: number;
}

/**
 * Files that come in pieces, over several requests: only as much is in memory as is on its way to the disk. One whose
 * sender does not come back counts as an upload that no event names (`<id>.part`): sweeps and erasures take it away.
 *
 * All methods throw `Unavailable` while the store cannot be reached.
 */
export interface Arrivals {
  /** Makes room for a file; a repeated call changes nothing. */
  begin(arriving: Omit<Arriving, 'offset'>): Promise<void>;
  /** `null`: there is no such file on its way. */
  find(folder: string, id: string): Promise<Arriving | null>;
  /**
   * Writes a piece behind what has arrived. What came before the source breaks off is kept.
   *
   * @returns bytes that are on disk now; bytes beyond the size are not taken
   * @throws what the source throws
   */
  append(arriving: Arriving, piece: AsyncIterable<Uint8Array>): Promise<number>;
  /** The bytes of a picture. @returns `null`: there is no such picture, or it has not arrived whole */
  read(folder: string, id: string): Promise<Uint8Array | null>;
  /**
   * Stores a video that has arrived whole: type, size and length are read from its container, its place and its maker
   * are blanked. A repeated call answers the same.
   *
   * @throws MediaRefused it is no acceptable video; it is deleted
   * @returns `null`: there is no such video, or it has not arrived whole
   */
  complete(folder: string, id: string, at: string): Promise<(Upload & { readonly media: Video }) | null>;
  /** Deletes what has arrived. */
  drop(folder: string, id: string): Promise<void>;
}

/**
 * Files of posts and profiles, under `/images/<folder>/<name>` (POST-25, PROF-28).
 *
 * All methods but `file` throw `Unavailable` (projections/engine/eventLog.ts) while the store cannot be reached: an
 * unreachable file does not count as missing.
 */
export interface MediaStore {
  readonly arrivals: Arrivals;
  /** @throws Unavailable files can't be kept or read now; says why */
  check(): Promise<void>;
  /**
   * Stores a picture: checks type by content and pixel count, applies orientation, strips metadata, makes the sizes.
   * @param again makes the same picture another file; default 0
   * @throws MediaRefused with a code of the domain's texts when it is no acceptable picture
   * @throws MediaBusy too many pictures wait, of this owner or of all; or the same picture is being discarded
   */
  put(folder: string, owner: string, at: string, bytes: Uint8Array, again?: number): Promise<Upload>;
  /** Uploads by name; missing ones are left out. */
  describe(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, Upload>>;
  /** A file by its public path; `null`: no such file. */
  file(folder: string, name: string, form?: PictureForm): Promise<ServedFile | null>;
  /** Deletes whole folders or some names of one; missing ones are no error. */
  remove(folder: string, names?: readonly string[]): Promise<void>;
  /** Deletes all uploads of an owner (P10). */
  removeOwner(owner: string): Promise<void>;
  /**
   * Unsettled uploads last written before `before` (ISO instant), interrupted ones included, withdrawn ones not. The
   * sweeper compares them with the log (D15) and reads neither files nor settled uploads.
   */
  unsettled(before: string): Promise<readonly IndexedUpload[]>;
  /** All unsettled uploads with their bytes; of a file that arrives those of the whole, as its sender said. */
  unsettledBytes(): Promise<readonly (IndexedUpload & { readonly bytes: number })[]>;
  /** Uploads of one owner that are not settled. */
  unsettledOf(owner: string): Promise<readonly IndexedUpload[]>;
  /** Uploads that were withdrawn before `before` (ISO instant), and neither settled, nor discarded, nor brought again. */
  withdrawn(before: string): Promise<readonly IndexedUpload[]>;
  /**
   * Marks uploads that an event names as settled, withdrawn ones too. A later event that stops naming them deletes them,
   * so the sweeper need not check them again.
   */
  settle(uploads: readonly IndexedUpload[]): Promise<void>;
  /**
   * Takes uploads out of what `describe` finds, so that no decision from here on can name them. They are served until
   * they are discarded, because a command that was decided just before may name them. One that is brought again counts
   * as new.
   *
   * @param at ISO instant
   */
  withdraw(uploads: readonly IndexedUpload[], at: string): Promise<void>;
  /** Deletes those of the uploads that are still withdrawn, with the remains of interrupted ones. */
  discard(uploads: readonly IndexedUpload[]): Promise<void>;
  /** Ends the rendering of pictures. Work under way fails as `Unavailable`. */
  close(): Promise<void>;
  /** Lists all uploads, for proofs of erasure: it reads every one. */
  list(): Promise<readonly Upload[]>;
}

/** Too many pictures wait to be rendered: the same upload may succeed a little later. */
export class MediaBusy extends Error {
  /** Seconds after which a retry will probably find room. */
  readonly seconds: number;
  constructor(seconds: number) {
    super('Too many pictures wait to be rendered.');
    this.name = 'MediaBusy';
    this.seconds = seconds;
  }
}

/** The bytes are not an accepted picture or video. */
export class MediaRefused extends Error {
  readonly code:
    | 'PHOTO_TYPE'
    | 'MEDIA_TYPE'
    | 'VIDEO_TOO_LARGE'
    | 'VIDEO_BROKEN'
    | 'PHOTO_TOO_LARGE'
    | 'PHOTO_TOO_MANY_PIXELS'
    | 'ANIMATION_TOO_LARGE'
    | 'PHOTO_TOO_SLOW'
    | 'PHOTO_BROKEN';
  constructor(code: MediaRefused['code']) {
    super(code);
    this.name = 'MediaRefused';
    this.code = code;
  }
}
