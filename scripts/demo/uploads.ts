import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { createSlots } from '#server/concurrency/slots.ts';
import type { MediaStore } from '#server/ports/media.ts';
import type { StoryIds } from './ids.ts';
import { renderAvatar, renderPicture } from './pictures.ts';
import type { Moment } from './timeline.ts';

/** Moments whose pictures are drawn and stored at a time. */
const UPLOADS_AT_A_TIME = 3;

type Put = Pick<MediaStore, 'put'>;

async function upload(
  media: Put,
  ids: StoryIds,
  moment: Moment,
  pixels: number | undefined,
): Promise<readonly Media[]> {
  const at = moment.at.toISOString();
  const stored: Media[] = [];
  if (moment.kind === 'join') {
    const owner = ids.user(moment.person.key);
    stored.push((await media.put(pictureFolder(owner), owner, at, await renderAvatar(moment.person.face))).media);
  } else if (moment.kind === 'post') {
    const [owner, folder] = [ids.user(moment.by), postFolder(ids.written(moment.by, moment.key))];
    for (const picture of moment.post.pictures) {
      stored.push((await media.put(folder, owner, at, await renderPicture(picture, pixels))).media);
    }
  }
  return stored;
}

/**
 * Begins to draw and store all pictures of the story, in the order in which they are needed.
 *
 * @param pixels of the longer side of a post's picture, if not the usual
 * @returns what was stored, by the key of the moment
 */
export function uploadAll(
  media: Put,
  ids: StoryIds,
  moments: readonly Moment[],
  pixels?: number,
): ReadonlyMap<string, Promise<readonly Media[]>> {
  const slots = createSlots(UPLOADS_AT_A_TIME);
  const uploads = new Map<string, Promise<readonly Media[]>>();
  for (const moment of moments) {
    const stored = slots.run(() => upload(media, ids, moment, pixels));
    // The story waits for it later; until then a failure is kept, not unhandled.
    stored.catch(() => undefined);
    uploads.set(moment.key, stored);
  }
  return uploads;
}
