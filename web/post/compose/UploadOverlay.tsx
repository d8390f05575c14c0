import { Button } from '../../kit/Button.tsx';
import { ProgressOverlay } from '../../kit/ProgressOverlay.tsx';
import { type DraftPhoto, draftName } from '../../writing/face.ts';
import styles from './Composer.module.css';
import type { Phase } from './useSubmit.ts';

/** Covers the page while a post is sent (POST-10); a comment without files needs no overlay. */
export function UploadOverlay(props: {
  readonly phase: Phase;
  readonly photos: readonly DraftPhoto[];
  readonly onCancel: (photo: DraftPhoto) => void;
  readonly quiet: boolean;
}) {
  const { phase, photos } = props;
  if (phase === 'idle') return null;
  if (phase === 'post') return props.quiet ? null : <ProgressOverlay title="Uploading Post..." />;
  return (
    <ProgressOverlay title="Uploading Photos..." text="Patience is a virtue.">
      <ul className={styles.uploads}>
        {photos.map((photo, index) => (
          <li key={photo.id} className={styles.upload}>
            <span>{draftName(photo, index)}</span>
            <progress
              value={photo.state === 'uploaded' ? 1 : photo.progress}
              aria-label={`${draftName(photo, index)} of ${photos.length}`}
            />
            <Button
              size="small"
              variant="quiet"
              disabled={photo.state !== 'uploading' && photo.state !== 'ready'}
              onClick={() => props.onCancel(photo)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
    </ProgressOverlay>
  );
}
