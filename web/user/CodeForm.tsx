import { Mailbox } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { Button } from '../kit/Button.tsx';
import { CodeField } from '../kit/Field.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useSession } from '../session/session.ts';
import { refusalOfField, SOMETHING_WENT_WRONG, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { isWholeCode, typedCode } from './typedCode.ts';
import { useResendWait } from './useResendWait.ts';

/**
 * The form for a mailed code: for the account's address and for the school's (VERF-01, VERF-12). With its last digit the code is
 * sent by itself.
 */
export function CodeForm(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly back: { readonly label: string; readonly onClick: () => void };
  /** ISO instant of the last request for a code. */
  readonly requestedAt: string | undefined;
  /**
   * Sends the code; a rejection is shown and the code can be mended. Taken, it leads on by itself.
   *
   * @param id of the command: the same when a code is sent again, whose answer may have been lost
   */
  readonly onCode: (code: string, id: string) => Promise<void>;
  readonly onResend: () => Promise<void>;
  /** Leads to the form in which the address was typed, which may be mistyped. */
  readonly onCorrect: () => unknown;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'resend' | null>(null);
  const form = useFormErrors<'code'>();
  /** Whether no code counts any more: another is needed. */
  const [isSpent, setSpent] = useState(false);
  const sent = useRef({ code: '', id: '' });
  const mailbox = useSession((session) => session.mailbox);
  const wait = useResendWait(props.requestedAt);
  useEffect(() => form.focus('code'), [form.focus]);

  const run = async (what: 'code' | 'resend', task: () => Promise<void>) => {
    setBusy(what);
    try {
      await task();
      // Where a code was taken, the page goes on when the account's document says so, which may be seconds behind. Until
      // then the code must not be sent again: it would be wrong by now.
      if (what === 'resend') setBusy(null);
    } catch (error) {
      setBusy(null);
      showRefusal(error, SOMETHING_WENT_WRONG);
      if (what === 'code') {
        form.say('code', refusalOfField(error));
        setSpent(error instanceof RequestRefused && error.refusal.data.spent === 1);
      }
    }
  };
  const submit = (text: string) => {
    if (busy !== null) return;
    const typed = typedCode(text);
    if (!form.check({ code: typed === '' ? 'Please enter verification code' : null })) return;
    if (sent.current.code !== typed) sent.current = { code: typed, id: uuidv7() };
    const { id } = sent.current;
    return run('code', () => props.onCode(typed, id));
  };

  return (
    <AuthForm title={props.title} lead={props.lead} back={props.back} onSubmit={() => submit(code)}>
      <CodeField
        ref={form.control('code')}
        label="Verification code"
        name="code"
        value={code}
        error={form.errors.code}
        help={isSpent ? 'This code no longer counts. Ask for a new one below.' : null}
        onChange={({ target: { value } }) => {
          const isNew = typedCode(value) !== typedCode(code);
          setCode(value);
          form.mend('code');
          setSpent(false);
          if (isNew && isWholeCode(typedCode(value))) void submit(value);
        }}
      />
      <Button variant="primary" size="large" wide type="submit" busy={busy === 'code'}>
        {busy === 'code' ? 'Processing...' : 'Submit'}
      </Button>
      <div className={styles.row}>
        <Button
          variant="quiet"
          size="small"
          busy={wait > 0 || busy !== null}
          onClick={() => run('resend', props.onResend)}
        >
          Didn't receive the code?
        </Button>
        <span aria-live="off">{wait > 0 ? `Send again in ${wait} s` : 'We will send it again.'}</span>
      </div>
      <div className={styles.row}>
        <Button variant="quiet" size="small" onClick={props.onCorrect}>
          Change it
        </Button>
        <span>If the address is wrong.</span>
      </div>
      {mailbox !== null && (
        <p className={styles.note}>
          <Mailbox size={20} aria-hidden />
          <span>
            Mail of this development server lies in its{' '}
            <a className={styles.link} href={mailbox} target="_blank" rel="noopener">
              mailbox
            </a>
            .
          </span>
        </p>
      )}
    </AuthForm>
  );
}
