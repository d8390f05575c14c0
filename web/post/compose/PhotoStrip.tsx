import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { POST_MAX_FILES } from '#domain/kernel/limits.ts';
import { postFolder } from '#domain/post/files.ts';
import { imagePath } from '../../kit/picture/imagePath.ts';
import styles from './PhotoStrip.module.css';
import type { DraftPhoto } from './photo.ts';
import type { PhotoActions } from './usePhotos.ts';

/** The chosen pictures in their order: moved by dragging or by their arrows, removed one by one (POST-07, D16). */
export function PhotoStrip(props: {
  readonly photos: readonly DraftPhoto[];
  readonly actions: PhotoActions;
  /** Post that is edited: where its present pictures lie. */
  readonly postId?: string;
}) {
  const { photos, actions } = props;
  const [dragged, setDragged] = useState<string | null>(null);
  if (photos.length === 0) return null;

  const dragOver = (target: string) => {
    if (dragged === null || dragged === target) return;
    const from = photos.findIndex(({ id }) => id === dragged);
    const to = photos.findIndex(({ id }) => id === target);
    actions.move(dragged, to > from ? 1 : -1);
  };

  return (
    <div className={styles.photos}>
      <p className={styles.count}>
        {photos.length} / {POST_MAX_FILES} {photos.length === 1 ? 'photo' : 'photos'}
      </p>
      <ul className={styles.strip} aria-label="Chosen photos">
        {photos.map((photo, index) => (
          <li
            key={photo.id}
            className={styles.photo}
            data-dragged={photo.id === dragged}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(photo.id);
            }}
            onDragEnter={() => dragOver(photo.id)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <Thumb photo={photo} postId={props.postId} />
            {photo.state === 'failed' && <div className={styles.failed}>{photo.error}</div>}
            {photo.state === 'uploading' && (
              <progress
                className={styles.progress}
                value={photo.progress}
                aria-label={`Uploading photo ${index + 1}`}
              />
            )}
            <div className={styles.top}>
              <button type="button" aria-label={`Remove photo ${index + 1}`} onClick={() => actions.remove(photo.id)}>
                <X size={18} aria-hidden />
              </button>
            </div>
            {photos.length > 1 && (
              <div className={styles.bottom}>
                <button
                  type="button"
                  aria-label={`Move photo ${index + 1} left`}
                  disabled={index === 0}
                  onClick={() => actions.move(photo.id, -1)}
                >
                  <ArrowLeft size={18} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={`Move photo ${index + 1} right`}
                  disabled={index === photos.length - 1}
                  onClick={() => actions.move(photo.id, 1)}
                >
                  <ArrowRight size={18} aria-hidden />
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Thumb({ photo, postId }: { readonly photo: DraftPhoto; readonly postId: string | undefined }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (photo.file === null) return;
    const made = URL.createObjectURL(photo.file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo.file]);
  const stored =
    photo.media !== null && postId !== undefined ? imagePath(postFolder(postId), photo.media.name, 320) : null;
  const source = url ?? stored;
  if (source === null) return <div className={styles.bone}>Preparing…</div>;
  return <img src={source} alt="" draggable={false} />;
}
