import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { POST_MAX_FILES } from '#domain/kernel/limits.ts';
import { postFolder } from '#domain/post/files.ts';
import { imagePath } from '#projections/kernel/imagePath.ts';
import { type FocusPlace, presentPlace, restoreFocus } from '../../kit/focusPlace.ts';
import { useObjectUrl } from '../../kit/picture/useObjectUrl.ts';
import { type DraftPhoto, draftName, type PhotoActions } from '../../writing/face.ts';
import { LengthBadge } from '../media/Still.tsx';
import styles from './PhotoStrip.module.css';

/** The chosen photos and videos in their order: moved by dragging or by their arrows, removed one by one (POST-07, D16). */
export function PhotoStrip(props: {
  readonly photos: readonly DraftPhoto[];
  readonly actions: PhotoActions;
  /** Post that is edited: where its present pictures lie. */
  readonly postId?: string;
}) {
  const { photos } = props;
  const actions = useFocusInStrip(props.actions, photos);
  const [dragged, setDragged] = useState<string | null>(null);
  if (photos.length === 0) return null;

  const dragOver = (target: string) => {
    if (dragged === null || dragged === target) return;
    const from = photos.findIndex(({ id }) => id === dragged);
    const to = photos.findIndex(({ id }) => id === target);
    props.actions.move(dragged, to > from ? 1 : -1);
  };

  return (
    <div>
      <p className={styles.count}>
        {photos.length} / {POST_MAX_FILES} {wordFor(photos)}
      </p>
      <ul className={styles.strip} aria-label="Chosen photos and videos">
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
                aria-label={`Uploading ${draftName(photo, index).toLowerCase()}`}
              />
            )}
            <div className={styles.top}>
              <button
                type="button"
                aria-label={`Remove ${draftName(photo, index).toLowerCase()}`}
                onClick={() => actions.remove(photo.id)}
              >
                <X size={18} aria-hidden />
              </button>
            </div>
            {photos.length > 1 && (
              <div className={styles.bottom}>
                <button
                  type="button"
                  aria-label={`Move ${draftName(photo, index).toLowerCase()} left`}
                  disabled={index === 0}
                  onClick={() => actions.move(photo.id, -1)}
                >
                  <ArrowLeft size={18} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={`Move ${draftName(photo, index).toLowerCase()} right`}
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

/**
 * Keeps the focus in the strip. A removed photo takes its button with it, a photo at an end has no arrow out of the strip: the
 * button next to it gets the focus, before the window around it takes it.
 */
function useFocusInStrip({ remove, move }: PhotoActions, photos: readonly DraftPhoto[]) {
  const pressed = useRef<FocusPlace | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other photos are the reason
  useLayoutEffect(() => {
    const place = pressed.current;
    pressed.current = null;
    if (place !== null) restoreFocus(place);
  }, [photos]);
  const noted = <Values extends readonly unknown[]>(act: (...values: Values) => void) => {
    return (...values: Values) => {
      pressed.current = presentPlace();
      act(...values);
    };
  };
  return { remove: noted(remove), move: noted(move) };
}

function wordFor(photos: readonly DraftPhoto[]): string {
  const hasVideos = photos.some(({ kind }) => kind === 'video');
  if (!hasVideos) return photos.length === 1 ? 'photo' : 'photos';
  if (photos.every(({ kind }) => kind === 'video')) return photos.length === 1 ? 'video' : 'videos';
  return 'photos and videos';
}

function Thumb({ photo, postId }: { readonly photo: DraftPhoto; readonly postId: string | undefined }) {
  const own = useObjectUrl(photo.kind === 'image' ? photo.file : photo.poster);
  const { media } = photo;
  const still = media?.kind === 'video' ? media.poster : (media?.name ?? null);
  const stored = still !== null && postId !== undefined ? imagePath(postFolder(postId), still, 320) : null;
  const source = own ?? stored;
  if (photo.state === 'processing') return <div className={styles.bone}>Preparing…</div>;
  return (
    <>
      {source === null ? <div className={styles.bone} /> : <img src={source} alt="" draggable={false} />}
      {photo.kind === 'video' && (
        <LengthBadge
          className={styles.length}
          seconds={photo.seconds ?? (media?.kind === 'video' ? media.seconds : null)}
        />
      )}
    </>
  );
}
