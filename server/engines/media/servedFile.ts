import { open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ServedFile, VIDEO_TYPES, type VideoType } from '../../ports/media.ts';
import { absent } from './fileErrors.ts';

/** Every picture is stored in this form, whatever it came in. */
const PICTURE = 'image/webp';
const VIDEOS: Readonly<Record<VideoType, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
};

/** A stored picture or video, to be served; `null`: there is no such file. */
export async function servedFile(path: string): Promise<ServedFile | null> {
  const found = await stat(path).catch(absent);
  if (found === undefined) return null;
  const type = VIDEO_TYPES.find((each) => extname(path) === `.${each}`);
  return {
    contentType: type === undefined ? PICTURE : VIDEOS[type],
    isDownload: type === 'avi',
    size: found.size,
    modifiedAt: found.mtime,
    // The stream closes the file at its end.
    open: async (part) => (await open(path).catch(absent))?.createReadStream(part) ?? null,
  };
}
