import { v7 as uuidv7 } from 'uuid';
import type { Media, Video } from '#domain/kernel/media.ts';
import type { PendingUpload } from '../sync/outbox/entry.ts';

/** A picture or video of a draft: chosen, made smaller, uploaded. */
export interface DraftPhoto {
  readonly id: string;
  readonly kind: Media['kind'];
  /** File to upload; `null` while it is being shrunk, and for pictures that the post has already. */
  readonly file: Blob | null;
  /** Of a new video: the picture that stands for it; `null` where this browser could make none. */
  readonly poster: Blob | null;
  /** Of a new video; `null` where this browser can not say. */
  readonly seconds: number | null;
  /** Pixels; 0 while they are not known. */
  readonly width: number;
  readonly height: number;
  readonly state: 'processing' | 'ready' | 'uploading' | 'failed' | 'uploaded';
  /** Part that is uploaded, 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly error: string | null;
  /** The stored file, once it is uploaded. */
  readonly media: Media | null;
}

/** Ending of a file whose type is known: what can't be played is offered as a download at once (Q25). */
const ENDINGS: Readonly<Record<string, string>> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' };

/** The name that stands for a picture or video in a command until it is uploaded. */
export function pendingName({ id, kind, file }: DraftPhoto): string {
  return `pending-${id}.${kind === 'image' ? 'jpg' : (ENDINGS[file?.type ?? ''] ?? 'avi')}`;
}

/** The name that stands for a video's poster. */
export function pendingPosterName({ id }: DraftPhoto): string {
  return `pending-${id}-poster.jpg`;
}

/** A picture's record in a command: the stored file, or its stand-in. */
export function mediaOf(photo: DraftPhoto): Media {
  return photo.media ?? pendingMedia(photo);
}

/** The record that stands for a picture until the command is sent. */
function pendingMedia(photo: DraftPhoto): Media {
  const { kind, width, height, poster, seconds } = photo;
  const name = pendingName(photo);
  if (kind === 'image') return { kind, name, width, height };
  return {
    kind,
    name,
    width,
    height,
    seconds,
    poster: poster === null ? null : pendingPosterName(photo),
  } satisfies Video;
}

/** The files of a picture or video that are to be uploaded: a poster first, for a video without it is half a thing. */
export function uploadsOfPhoto(photo: DraftPhoto): readonly PendingUpload[] {
  if (photo.file === null) return [];
  const own = { name: pendingName(photo), file: photo.file };
  return photo.poster === null ? [own] : [{ name: pendingPosterName(photo), file: photo.poster }, own];
}

/** A new picture or video of a draft, not read yet. */
export function newPhoto(kind: Media['kind']): DraftPhoto {
  const nothing = { file: null, poster: null, seconds: null, error: null, media: null };
  return { id: uuidv7(), kind, ...nothing, width: 0, height: 0, state: 'processing', progress: 0 };
}

/** A picture or video that a post has already. */
export function storedPhoto(media: Media): DraftPhoto {
  const { name, kind, width, height } = media;
  const nothing = { file: null, poster: null, seconds: null, error: null };
  return { id: name, kind, ...nothing, width, height, state: 'uploaded', progress: 1, media };
}

/** A picture or video of a command that was not taken: new where this device still has its file, else the post's own. */
export function takenBack(media: Media, uploads: readonly PendingUpload[]): DraftPhoto {
  const fileOf = (name: string | null) => uploads.find((upload) => upload.name === name)?.file ?? null;
  const file = fileOf(media.name);
  if (file === null) return storedPhoto(media);
  const { kind, width, height } = media;
  const ofVideo = kind === 'video' ? { poster: fileOf(media.poster), seconds: media.seconds } : {};
  return { ...newPhoto(kind), ...ofVideo, file, width, height, state: 'ready' };
}

/** How a picture or video of a draft is called: "Photo 2". */
export function draftName({ kind }: DraftPhoto, index: number): string {
  return `${kind === 'image' ? 'Photo' : 'Video'} ${index + 1}`;
}

/** Moves a picture by one step; does nothing at the ends. */
export function movePhoto(photos: readonly DraftPhoto[], id: string, step: 1 | -1): readonly DraftPhoto[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const photo = photos[from];
  const other = photos[from + step];
  if (photo === undefined || other === undefined) return photos;
  return photos.map((each) => (each.id === id ? other : each.id === other.id ? photo : each));
}
