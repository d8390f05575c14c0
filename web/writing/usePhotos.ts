import { useCallback, useMemo, useRef } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { chooseFiles, type FileLimit, isHeicFile, isToConvert, isVideoFile } from '../kit/picture/choosePhotos.ts';
import { refusalOf, withOwnType } from '../kit/picture/fileKind.ts';
import { heicToJpeg, toJpeg } from '../kit/picture/heicToJpeg.ts';
import { readVideo } from '../kit/picture/readVideo.ts';
import { shrinkPhoto } from '../kit/picture/shrinkPhoto.ts';
import { UnreadablePhoto } from '../kit/picture/unreadablePhoto.ts';
import { type DraftPhoto, movePhoto, newPhoto } from './photo.ts';
import { FAULT } from './refusalText.ts';
import type { Draft } from './useDraft.ts';

/** Refused files that are named: of more, nobody reads the names. */
const REFUSED_NAMED = 2;

/** Actions on the pictures of a draft. */
export interface PhotoActions {
  add(files: readonly File[]): void;
  remove(id: string): void;
  move(id: string, step: 1 | -1): void;
  change(id: string, change: Partial<DraftPhoto>): void;
}

/** A chosen file as the draft keeps it. @throws UnreadablePhoto */
async function prepared(file: File): Promise<Partial<DraftPhoto>> {
  if (isVideoFile(file)) return { ...(await readVideo(file)), file: withVideoType(file) };
  if (isHeicFile(file)) return shrinkPhoto(await heicToJpeg(file));
  return shrinkPhoto(isToConvert(file) ? await toJpeg(file) : file);
}

/** Some systems name no type, or one of their own; by it the outbox knows a video. */
function withVideoType(file: File): Blob {
  if (['video/mp4', 'video/quicktime', 'video/x-msvideo'].includes(file.type)) return file;
  const ending = file.name.split('.').at(-1)?.toLowerCase();
  const type =
    ending === 'avi' ? 'video/x-msvideo' : ending === 'mov' || ending === 'qt' ? 'video/quicktime' : 'video/mp4';
  return file.type === type ? file : file.slice(0, file.size, type);
}

/**
 * Chosen, dropped and pasted photos and videos, made ready one after the other (POST-06, POST-07, D16).
 *
 * @param limit where it is not that of a post; the same at each call
 */
export function usePhotos({ photos, setPhotos }: Pick<Draft, 'photos' | 'setPhotos'>, limit?: FileLimit): PhotoActions {
  const change = useCallback(
    (id: string, fields: Partial<DraftPhoto>) =>
      setPhotos((now) => now.map((photo) => (photo.id === id ? { ...photo, ...fields } : photo))),
    [setPhotos],
  );
  const drop = useCallback((id: string) => setPhotos((now) => now.filter((photo) => photo.id !== id)), [setPhotos]);
  const counted = useRef(0);
  counted.current = photos.length;

  const add = useCallback(
    async (files: readonly File[]) => {
      const looked = await Promise.allSettled(files.map(withOwnType));
      const typed = looked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      // A folder, or a file that its cloud has not brought: the others are taken all the same.
      const unread = files.filter((_file, n) => looked[n]?.status === 'rejected');
      for (const { name } of unread.slice(0, REFUSED_NAMED)) showAlert('danger', `“${name}” could not be read.`);
      const { accepted, others, refusals } = chooseFiles(typed, counted.current, limit);
      for (const { type, text } of refusals) showAlert(type, text);
      for (const other of others.slice(0, REFUSED_NAMED)) showAlert('danger', refusalOf(other));
      const added = accepted.map((file) => ({ file, photo: newPhoto(isVideoFile(file) ? 'video' : 'image') }));
      setPhotos((now) => [...now, ...added.map(({ photo }) => photo)]);
      for (const { file, photo } of added) {
        try {
          change(photo.id, { ...(await prepared(file)), state: 'ready' });
        } catch (error) {
          drop(photo.id);
          const isUnreadable = error instanceof UnreadablePhoto;
          showAlert('danger', isUnreadable ? error.message : FAULT);
          if (isUnreadable) showAlert('danger', refusalOf(file));
        }
      }
    },
    [limit, setPhotos, change, drop],
  );

  return useMemo(
    () => ({
      add: (files) => void add(files),
      remove: (id) => {
        drop(id);
        showAlert('success', 'Removing photo...');
      },
      move: (id, step) => setPhotos((now) => movePhoto(now, id, step)),
      change,
    }),
    [add, drop, change, setPhotos],
  );
}
