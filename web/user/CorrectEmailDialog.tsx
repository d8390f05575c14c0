import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { checkNewEmail } from '#domain/user/addressDecisions.ts';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Form } from '../kit/Form.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import styles from './AuthLayout.module.css';
import { EmailField } from './EmailField.tsx';
import { fieldError } from './person/rejectionText.ts';
import { useResendWait } from './useResendWait.ts';

/** Another address for an account whose own is not confirmed: it was mistyped (VERF-01). A code goes there at once. */
export function CorrectEmailDialog(props: {
  readonly current: string;
  /** ISO instant of the last request for a code: the next one has to wait (Q15). */
  readonly requestedAt: string | undefined;
  readonly onClose: () => void;
  /** The address is changed. */
  readonly onChanged: () => void;
}) {
  const [email, setEmail] = useState(props.current);
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'email'>();
  const first = useRef<HTMLInputElement>(null);
  const wait = useResendWait(props.requestedAt);
  // The same for each try of one content, so that a request whose answer was lost is not another one.
  const id = useRef(uuidv7());

  const send = async () => {
    if (busy || wait > 0 || !form.check({ email: fieldError(checkNewEmail(email, props.current)) })) return;
    setBusy(true);
    try {
      await request('POST', '/api/registration/email', { id: id.current, email });
      props.onChanged();
    } catch (error) {
      if (error instanceof RequestRefused && !error.refusal.retry) id.current = uuidv7();
      showRefusal(error);
      setBusy(false);
      form.say('email', refusalOfField(error));
    }
  };

  return (
    <Dialog
      title="Change your email address"
      text="We send a code to the new one. The code to the old one no longer counts then."
      focusFirst={first}
      onClose={props.onClose}
    >
      <Form className={cx(styles.fields, styles.inDialog)} onSend={send}>
        <EmailField
          ref={(element) => {
            first.current = element;
            form.control('email')(element);
          }}
          autoComplete="email"
          value={email}
          error={form.errors.email}
          hint={wait > 0 ? `A code can be sent again in ${wait} s` : null}
          onChange={(event) => {
            setEmail(event.target.value);
            form.mend('email');
            id.current = uuidv7();
          }}
        />
        <FormActions confirm="Send code" busy={busy || wait > 0} onCancel={props.onClose} />
      </Form>
    </Dialog>
  );
}
