import { useState } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { TextField } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { useAct } from '../report/face.ts';
import styles from './Ads.module.css';
import type { AskedAct } from './dialogs.ts';

const CHOOSE = 'Choose a time in the next 30 days.';

/** A moderator lets an ad go on at a time, in the next 30 days (Q62). */
export function ScheduleDialog({ postId, adId }: Pick<AskedAct, 'postId' | 'adId'>) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const act = useAct();
  const submit = async () => {
    const at = new Date(typed);
    if (Number.isNaN(at.getTime())) return setProblem(CHOOSE);
    setBusy(true);
    const answer = await act('ScheduleAd', { postId, adId, startsAt: at.toISOString() });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.text);
    showAlert('success', 'Ad scheduled');
    closeDialog();
  };
  return (
    <Dialog title="Schedule this ad" text="It goes on at this time, by your clock." onClose={closeDialog}>
      <Form className={styles.dialogForm} onSend={submit}>
        <TextField
          label="Starts at"
          name="startsAt"
          type="datetime-local"
          value={typed}
          error={problem}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(null);
          }}
        />
        <FormActions confirm="Schedule" busy={busy} onCancel={closeDialog} />
      </Form>
    </Dialog>
  );
}
