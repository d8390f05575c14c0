import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Profile } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { chooseProfilePhoto, PROFILE_PHOTO_TYPES } from '../kit/picture/choosePhotos.ts';
import { shrinkPhoto } from '../kit/picture/shrinkPhoto.ts';
import { UnreadablePhoto } from '../kit/picture/unreadablePhoto.ts';
import { discardEntry, followUploads, useSend } from '../sync/hooks.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import type { RequestRefused } from '../sync/transport/http.ts';
import { UserAvatar } from './person/UserAvatar.tsx';
import { StepTitle } from './StepTitle.tsx';
import styles from './Wizard.module.css';

/** Sends a picture through the outbox, and shows a refusal while the step is open. */
async function sendPicture(
  send: ReturnType<typeof useSend>,
  chosen: File,
  onProgress: (part: number) => void,
): Promise<void> {
  const { file, width, height } = await shrinkPhoto(chosen);
  const picture = { kind: 'image' as const, name: `pending-${uuidv7()}.jpg`, width, height };
  const sent = send('ChangeProfilePicture', { picture }, { uploads: [{ name: picture.name, file }] });
  let failure: RequestRefused | undefined;
  const uploaded = await followUploads(sent.id, ([upload]) => {
    onProgress(upload?.progress ?? 0);
    failure = upload?.failure;
  });
  // The outbox uploads it when it can, and says so.
  if (uploaded === 'later') return;
  if (uploaded === 'refused') {
    discardEntry(sent.id);
    return showRefusal(failure);
  }
  const answer = await sent.settled;
  if (answer.ok) return;
  discardEntry(sent.id);
  showAlert('danger', answer.refusal.text);
}

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
    const { accepted, refusals } = chooseProfilePhoto(chosen);
    for (const { type, text } of refusals) showAlert(type, text);
    const [file] = accepted;
    if (file === undefined) return;
    setProgress(0);
    try {
      await sendPicture(send, file, setProgress);
    } catch (error) {
      if (error instanceof UnreadablePhoto) showAlert('danger', error.message);
      else showRefusal(error);
    } finally {
      setProgress(null);
    }
  };

  return (
    <>
      <StepTitle>Pick a profile picture</StepTitle>
      <p className={styles.lead}>People trade more readily with a face they recognize.</p>
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
