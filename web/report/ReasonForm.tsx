import { type ReactNode, useState } from 'react';
import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { SelectField, TextArea } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import styles from './ModerationPage.module.css';
import type { Acted } from './useAct.ts';

/** Input of the form. */
export interface Reasoned<Reason extends string> {
  readonly reason: Reason;
  readonly text: string;
}

/**
 * Asks for a reason from the list, and for words where there is room for them. What was typed stays when the answer is a
 * refusal.
 *
 * @param props.reasons in words, by their codes
 * @param props.max characters of the words; left out: none are asked for
 */
export function ReasonForm<Reason extends string>(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly words?: string;
  readonly max?: number;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Resolves with the answer to the command; the form closes when it is accepted. */
  readonly onSubmit: (reasoned: Reasoned<Reason>) => Promise<Acted>;
}) {
  const { words = '', max = 0 } = props;
  const [reason, setReason] = useState<Reason | ''>('');
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
      <Form className={styles.form} onSend={submit}>
        <SelectField
          label="Reason"
          value={reason}
          error={error}
          onChange={({ target }) => {
            setReason(target.value as Reason | '');
            setError(null);
          }}
        >
          <option value="">Choose a reason</option>
          {Object.entries<string>(props.reasons).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        {max > 0 && (
          <TextArea
            label={words}
            rows={3}
            value={text}
            counter={`${[...text].length} / ${max}`}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        <FormActions confirm={props.confirm} danger={props.danger} busy={busy} onCancel={closeDialog} />
      </Form>
    </Dialog>
  );
}
