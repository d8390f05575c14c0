import type { Media } from '#domain/kernel/media.ts';

/** A picture of a draft: chosen, made smaller, uploaded. */
export interface DraftPhoto {
  readonly id: string;
  /** File to upload; `null` while it is being shrunk, and for pictures that the post has already. */
  readonly file: Blob | null;
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

/** The name that stands for a picture in a command until it is uploaded. */
export function pendingName(photo: DraftPhoto): string {
  return `pending-${photo.id}.jpg`;
}

/** A picture's record in a command: the stored file, or its stand-in. */
export function mediaOf(photo: DraftPhoto): Media {
  return photo.media ?? pendingMedia(photo);
}

/** The record that stands for a picture until the command is sent. */
export function pendingMedia(photo: DraftPhoto): Media {
  return { kind: 'image', name: pendingName(photo), width: photo.width, height: photo.height };
}

/** Moves a picture by one step; does nothing at the ends. */
export function movePhoto(photos: readonly DraftPhoto[], id: string, step: 1 | -1): readonly DraftPhoto[] {
  const from = photos.findIndex((photo) => photo.id === id);
  const photo = photos[from];
  const other = photos[from + step];
  if (photo === undefined || other === undefined) return photos;
  return photos.map((each) => (each.id === id ? other : each.id === other.id ? photo : each));
}
