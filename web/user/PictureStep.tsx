import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { pictureFolder } from '#domain/user/commands.ts';
import type { Profile } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { chooseFiles, PROFILE_PHOTO_TYPES } from '../kit/picture/choosePhotos.ts';
import { shrinkPhoto } from '../kit/picture/shrinkPhoto.ts';
import { discardEntry, useSend } from '../sync/hooks.ts';
import { uploadFile } from '../sync/outbox/uploads.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { UserAvatar } from './UserAvatar.tsx';
import styles from './Wizard.module.css';
import { StepTitle } from './Wizard.tsx';

/** Step 1: chosen, processing, done (PROF-15, PROF-18, PROF-23). */
export function PictureStep(props: {
  readonly person: Profile;
  readonly onNext: () => void;
  readonly onBack: () => void;
}) {
  const { person } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const send = useSend();
  const busy = progress !== null;
  const choose = () => picker.current?.click();

  const upload = async (chosen: File) => {
    const { accepted, refusals } = chooseFiles([chosen], 0, PROFILE_PHOTO_TYPES);
    for (const { type, text } of refusals) showAlert(type, text);
    const [file] = accepted;
    if (file === undefined) return;
    setProgress(0);
    try {
      const smaller = await shrinkPhoto(file);
      const picture = await uploadFile(pictureFolder(person.id), smaller.file, { onProgress: setProgress });
      const sent = send('ChangeProfilePicture', { picture });
      const answer = await sent.settled;
      if (!answer.ok) {
        discardEntry(sent.id);
        showAlert('danger', answer.refusal.text);
      }
    } catch (error) {
      showRefusal(error);
    } finally {
      setProgress(null);
    }
  };

  return (
    <>
      <StepTitle>Pick a profile picture</StepTitle>
      <p className={styles.lead}>People trade more readily with a face they recognise.</p>
      <button type="button" className={styles.picture} aria-label="Choose a picture" disabled={busy} onClick={choose}>
        <UserAvatar person={person} size={168} />
        <span className={styles.camera}>
          <Camera size={22} aria-hidden />
        </span>
      </button>
      <p className={styles.state} role="status">
        {busy ? `Uploading… ${Math.round(progress * 100)} %` : person.hasPicture ? 'Looking good.' : ''}
      </p>
      <input
        ref={picker}
        type="file"
        accept={PROFILE_PHOTO_TYPES.join(',')}
        hidden
        aria-label="Profile picture"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void upload(file);
          event.target.value = '';
        }}
      />
      <div className={styles.actions}>
        <Button onClick={props.onBack}>Go Back</Button>
        <Button variant="primary" busy={busy} onClick={person.hasPicture ? props.onNext : choose}>
          {busy ? 'Processing...' : person.hasPicture ? 'Next' : 'Upload Picture'}
        </Button>
      </div>
    </>
  );
}
