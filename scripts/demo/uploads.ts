import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { newId } from '#domain/kernel/ids.ts';
import type { Media } from '#domain/kernel/media.ts';
import { messageFolder } from '#domain/message/face.ts';
import { postFolder } from '#domain/post/files.ts';
import { pictureFolder } from '#domain/user/files.ts';
import { createSlots } from '#server/concurrency/slots.ts';
import type { MediaStore } from '#server/ports/media.ts';
import type { StoryIds } from './ids.ts';
import { renderAvatar, renderPicture } from './pictures.ts';
import { fileOfFilm } from './story/assets.ts';
import type { StoryFilm } from './story/story.ts';
import type { Moment } from './timeline.ts';

/** Moments whose pictures are drawn and stored at a time. */
const UPLOADS_AT_A_TIME = 3;

type Store = Pick<MediaStore, 'put' | 'arrivals'>;

/** Stores a film with its poster, as a browser would send them. */
async function uploadFilm(
  media: Store,
  { film, owner, folder, at }: { readonly film: StoryFilm } & Readonly<Record<'owner' | 'folder' | 'at', string>>,
  pixels: number | undefined,
): Promise<Media> {
  const poster = await media.put(folder, owner, at, await renderPicture(film.poster, pixels));
  const bytes = await readFile(fileOfFilm(film.film));
  const id = newId(folder.split('/').at(-1) ?? '', 1);
  await media.arrivals.begin({ id, kind: 'video', folder, owner, at, size: bytes.byteLength });
  const arriving = await media.arrivals.find(folder, id);
  if (arriving !== null) await media.arrivals.append(arriving, Readable.from([bytes.subarray(arriving.offset)]));
  const arrived = await media.arrivals.complete(folder, id, at);
  if (arrived === null) throw new Error(`The film ${film.film} has not arrived whole.`);
  return { ...arrived.media, poster: poster.media.name };
}

async function upload(
  media: Store,
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
    const { film } = moment.post;
    if (film !== undefined) stored.push(await uploadFilm(media, { film, owner, folder, at }, pixels));
  } else if (moment.kind === 'line' && moment.line.picture !== undefined) {
    const [owner, folder] = [ids.user(moment.by), messageFolder(ids.written(moment.by, moment.key))];
    stored.push((await media.put(folder, owner, at, await renderPicture(moment.line.picture, pixels))).media);
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
  media: Store,
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
