import { useCallback, useMemo } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { showAlert } from '../../kit/alertStore.ts';
import { chooseFiles } from '../../kit/picture/choosePhotos.ts';
import { shrinkPhoto, UnreadablePhoto } from '../../kit/picture/shrinkPhoto.ts';
import { type DraftPhoto, movePhoto } from './photo.ts';
import { FAULT } from './refusalText.ts';
import type { Draft } from './useDraft.ts';

/** Actions on the pictures of a draft. */
export interface PhotoActions {
  add(files: readonly File[]): void;
  remove(id: string): void;
  move(id: string, step: 1 | -1): void;
  change(id: string, change: Partial<DraftPhoto>): void;
}

function newPhoto(): DraftPhoto {
  return {
    id: uuidv7(),
    file: null,
    width: 0,
    height: 0,
    state: 'processing',
    progress: 0,
    error: null,
    media: null,
  };
}

/** Chosen, dropped and pasted pictures, made smaller one after the other (POST-06, POST-07, D16). */
export function usePhotos({ photos, setPhotos }: Pick<Draft, 'photos' | 'setPhotos'>): PhotoActions {
  const change = useCallback(
    (id: string, fields: Partial<DraftPhoto>) =>
      setPhotos((now) => now.map((photo) => (photo.id === id ? { ...photo, ...fields } : photo))),
    [setPhotos],
  );
  const drop = useCallback((id: string) => setPhotos((now) => now.filter((photo) => photo.id !== id)), [setPhotos]);
  const count = photos.length;

  const add = useCallback(
    async (files: readonly File[]) => {
      const { accepted, refusals } = chooseFiles(files, count);
      for (const { type, text } of refusals) showAlert(type, text);
      const added = accepted.map((file) => ({ file, photo: newPhoto() }));
      setPhotos((now) => [...now, ...added.map(({ photo }) => photo)]);
      for (const { file, photo } of added) {
        try {
          change(photo.id, { ...(await shrinkPhoto(file)), state: 'ready' });
        } catch (error) {
          drop(photo.id);
          showAlert('danger', error instanceof UnreadablePhoto ? error.message : FAULT);
        }
      }
    },
    [count, setPhotos, change, drop],
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
