import type { VideoType } from '../../ports/media.ts';

/** Bytes of a file, read where they are asked for. */
export interface ByteSource {
  /** Of the whole. */
  readonly size: number;
  /** Fewer bytes only at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

/** A part of the file that says where or by what it was filmed, or may do so. */
export interface Blank {
  /** Place of the four letters that name it; `null`: it has no name of its own. */
  readonly nameAt: number | null;
  /** The letters of a part that is skipped by every reader. */
  readonly name: string;
  /** First byte of its content, and the first behind it. */
  readonly start: number;
  readonly end: number;
}

/** A video by its container: no frame is decoded. */
export interface VideoContainer {
  readonly type: VideoType;
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** `null`: it does not say. */
  readonly seconds: number | null;
  readonly blanks: readonly Blank[];
}
