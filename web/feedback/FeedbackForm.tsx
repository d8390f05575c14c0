import { useState } from 'react';
import { checkFeedback, normaliseFeedback } from '#domain/feedback/feedback.ts';
import { FEEDBACK_MAX_CHARACTERS } from '#domain/feedback/limits.ts';
import { feedbackRejections } from '#domain/feedback/rejections.ts';
import type { Rejections } from '#domain/kernel/rejection.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { TextArea } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import styles from './FeedbackPage.module.css';

const texts: Rejections = feedbackRejections;

/** The form: what was typed stays until it has arrived. */
export function FeedbackForm() {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'text'>();
  const send = useDirectCommand();

  const submit = async () => {
    const wrong = checkFeedback(text);
    if (busy || !form.check({ text: wrong === null ? null : (texts[wrong.code]?.text ?? null) })) return;
    setBusy(true);
    try {
      await send('GiveFeedback', { text });
      // Words that were typed while it was on its way are another feedback.
      setText((typed) => (typed === text ? '' : typed));
      showAlert('success', 'Thank you! Your feedback was sent.');
    } catch (error) {
      showRefusal(error);
      form.say('text', refusalOfField(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form className={styles.form} onSend={submit}>
      <TextArea
        ref={form.control('text')}
        label="Your feedback"
        name="feedback"
        value={text}
        error={form.errors.text ?? null}
        counter={`${countCharacters(normaliseFeedback(text))} / ${FEEDBACK_MAX_CHARACTERS}`}
        onChange={(event) => {
          setText(event.target.value);
          form.mend('text');
        }}
      />
      <div>
        <Button variant="primary" type="submit" busy={busy}>
          {busy ? 'Sending...' : 'Send'}
        </Button>
      </div>
    </Form>
  );
}
