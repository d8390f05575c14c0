import { type ReactNode, useState } from 'react';
import { countCharacters } from '#domain/kernel/text.ts';
import type { reportRejections } from '#domain/report/rejections.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { useAskBeforeClosing } from '../kit/dialog/useAskBeforeClosing.ts';
import { SelectField, TextArea } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import styles from './ModerationPage.module.css';
import type { Acted } from './useAct.ts';

/** Input of the form. */
export interface Reasoned<Reason extends string> {
  readonly reason: Reason;
  readonly text: string;
}

/** Refusals that other words mend. */
const CODES_OF_WORDS: readonly string[] = [
  'REPORT_EMPTY',
  'REPORT_TOO_LONG',
] satisfies (keyof typeof reportRejections)[];

/**
 * Asks for a reason from the list, and for words where there is room for them. What was typed stays when the answer is a
 * refusal; one that is about no field, as when the network is gone, stands above the buttons. It asks before words are lost.
 *
 * @param props.reasons in words, by their codes
 * @param props.max characters of the words; left out: none are asked for
 * @param props.wordsFor the reason that says nothing without words; with any other they are optional
 */
export function ReasonForm<Reason extends string>(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly words?: string;
  readonly wordsFor?: Reason;
  readonly max?: number;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Resolves with the answer to the command; the form closes when it is accepted. */
  readonly onSubmit: (reasoned: Reasoned<Reason>) => Promise<Acted>;
}) {
  const { words = '', max = 0 } = props;
  const [reason, setReason] = useState<Reason | ''>('');
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'reason' | 'words'>();
  const { asking, close, stay } = useAskBeforeClosing(text.trim() !== '');
  const isOptional = reason === '' || reason !== props.wordsFor;

  const submit = async () => {
    setRefusal(null);
    const well = form.check({
      reason: reason === '' ? 'Please choose a reason.' : null,
      words: countCharacters(text) > max ? `At most ${max} characters.` : null,
    });
    if (!well || reason === '') return;
    setBusy(true);
    const answer = await props.onSubmit({ reason, text });
    setBusy(false);
    if (answer.ok) closeDialog();
    else if (max > 0 && CODES_OF_WORDS.includes(answer.code)) form.say('words', answer.text);
    else setRefusal(answer.text);
  };

  return (
    <Dialog title={props.title} text={props.lead} onClose={close}>
      <Form className={styles.form} onSend={submit}>
        <SelectField
          ref={form.control('reason')}
          label="Reason"
          value={reason}
          error={form.errors.reason ?? null}
          onChange={({ target }) => {
            setReason(target.value as Reason | '');
            form.mend('reason');
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
            ref={form.control('words')}
            label={isOptional ? `${words} (optional)` : words}
            rows={3}
            value={text}
            error={form.errors.words ?? null}
            counter={`${countCharacters(text)} / ${max}`}
            onChange={({ target }) => {
              setText(target.value);
              form.mend('words');
            }}
          />
        )}
        {refusal !== null && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        <FormActions confirm={props.confirm} danger={props.danger} busy={busy} onCancel={close} />
      </Form>
      {asking && (
        <ConfirmDialog
          title="Discard what you wrote?"
          text="Nothing was sent."
          confirm="Discard"
          cancel="Keep Editing"
          onConfirm={closeDialog}
          onCancel={stay}
        />
      )}
    </Dialog>
  );
}
