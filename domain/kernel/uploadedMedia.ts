import { kernelRejection } from './kernelRejection.ts';
import type { Media } from './media.ts';
import type { Rejection } from './rejection.ts';

export type CheckedMedia =
  | { readonly ok: true; readonly media: readonly Media[] }
  | { readonly ok: false; readonly rejection: Rejection };

/**
 * The files that a command names, each with the server's measurements of its upload.
 *
 * @param uploads files that were really uploaded for the command, by name
 */
export function checkUploads(asked: readonly Media[], uploads: Readonly<Record<string, Media>>): CheckedMedia {
  const media: Media[] = [];
  for (const file of asked) {
    const upload = uploadNamed(uploads, file.name);
    if (upload === undefined) return { ok: false, rejection: kernelRejection('FILE_MISSING') };
    if (media.some((each) => each.name === upload.name)) return { ok: false, rejection: kernelRejection('FILE_TWICE') };
    const named = withPoster(upload, file, uploads);
    if (named === null) return { ok: false, rejection: kernelRejection('FILE_MISSING') };
    media.push(named);
  }
  return { ok: true, media };
}

function uploadNamed(uploads: Readonly<Record<string, Media>>, name: string): Media | undefined {
  return Object.hasOwn(uploads, name) ? uploads[name] : undefined;
}

/**
 * An upload as the command names it: a video with the poster that its author's browser made of it.
 *
 * @returns `null`: the poster was not uploaded, or is no picture
 */
function withPoster(upload: Media, asked: Media, uploads: Readonly<Record<string, Media>>): Media | null {
  if (upload.kind !== 'video' || asked.kind !== 'video' || asked.poster === null) return upload;
  const poster = uploadNamed(uploads, asked.poster);
  return poster?.kind === 'image' ? { ...upload, poster: poster.name } : null;
}
