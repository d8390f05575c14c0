import { type ReactNode, useState } from 'react';
import { type ModerationReason, moderationReasons } from '#domain/kernel/moderation.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { SelectField, TextArea } from '../kit/Field.tsx';
import styles from './ModerationPage.module.css';
import type { Acted } from './useAct.ts';

/** Input of the form. */
export interface Reasoned {
  readonly reason: ModerationReason;
  readonly text: string;
}

/**
 * Asks for a reason from the list, and for words where there is room for them. What was typed stays when the answer is a
 * refusal.
 *
 * @param props.max characters of the words; 0: none are asked for
 */
export function ReasonForm(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly words: string;
  readonly max: number;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Resolves with the answer to the command; the form closes when it is accepted. */
  readonly onSubmit: (reasoned: Reasoned) => Promise<Acted>;
}) {
  const [reason, setReason] = useState<ModerationReason | ''>('');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (reason === '') return setError('Please choose a reason.');
    setBusy(true);
    const answer = await props.onSubmit({ reason, text });
    setBusy(false);
    if (answer.ok) closeDialog();
    else setError(answer.text);
  };

  return (
    <Dialog title={props.title} text={props.lead} onClose={closeDialog}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SelectField
          label="Reason"
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value as ModerationReason | '');
            setError(null);
          }}
        >
          <option value="">Choose a reason</option>
          {Object.entries(moderationReasons).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {props.max > 0 && (
          <TextArea
            label={props.words}
            rows={3}
            value={text}
            counter={`${[...text].length} / ${props.max}`}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <DialogActions>
          <Button type="submit" variant={props.danger ? 'danger' : 'primary'} wide busy={busy}>
            {props.confirm}
          </Button>
          <Button wide onClick={closeDialog}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
