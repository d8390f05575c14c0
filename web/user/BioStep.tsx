import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { checkBio, normaliseBio } from '#domain/user/bio.ts';
import { BIO_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { introductions } from '#projections/user/collections.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { TextArea } from '../kit/Field.tsx';
import { firstWholeSigns } from '../kit/graphemes.ts';
import { useAskBeforeUnload } from '../kit/unsaved.ts';
import { discardEntry, useConnection, useDocument, useSend } from '../sync/hooks.ts';
import { fieldError } from './person/rejectionText.ts';
import { StepTitle } from './StepTitle.tsx';
import { forgetTypedBio, keepTypedBio, typedBio } from './typedBio.ts';
import styles from './Wizard.module.css';

/** Step 2: the bio with its counter; "Save" while it differs from the stored one, then "Next" (PROF-16). */
export function BioStep(props: { readonly userId: string; readonly onNext: () => void; readonly onBack: () => void }) {
  const introduction = useDocument(introductions, props.userId);
  const kept = introduction === undefined ? '' : (reveal(introduction.bio) ?? '');
  const [bio, setBio] = useState(typedBio(props.userId) ?? kept);
  const [isSaving, setSaving] = useState(false);
  // Without a connection it waits in the outbox, and the step does not wait for it.
  const busy = useConnection() === 'online' && isSaving;
  const send = useSend();
  const unsaved = kept === '' || normaliseBio(bio) !== kept;
  const rejection = checkBio(bio);
  useAskBeforeUnload(bio.trim() !== '' && normaliseBio(bio) !== kept);

  const save = async () => {
    setSaving(true);
    const sent = send('ChangeBio', { bio: normaliseBio(bio) });
    const answer = await sent.settled;
    setSaving(false);
    if (answer.ok) return forgetTypedBio(props.userId);
    discardEntry(sent.id);
    showAlert('danger', answer.refusal.text);
  };
  const type = (typed: string) => {
    const fitting = firstWholeSigns(typed, BIO_MAX_CHARACTERS);
    if (fitting.trim() === '') forgetTypedBio(props.userId);
    else keepTypedBio(props.userId, fitting);
    setBio(fitting);
  };

  return (
    <>
      <StepTitle>Describe yourself</StepTitle>
      <p className={styles.lead}>Your major, what you are into, when you are around campus.</p>
      <TextArea
        label="Bio"
        rows={4}
        value={bio}
        error={bio.trim() === '' ? null : fieldError(rejection)}
        counter={`${countCharacters(bio)} / ${BIO_MAX_CHARACTERS}`}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.actions}>
        <Button disabled={busy} onClick={props.onBack}>
          Go Back
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={unsaved && rejection !== null}
          onClick={unsaved ? () => void save() : props.onNext}
        >
          {busy ? 'Processing...' : unsaved ? 'Save' : 'Next'}
        </Button>
      </div>
    </>
  );
}
