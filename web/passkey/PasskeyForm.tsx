import { type ReactNode, useState } from 'react';
import { PASSKEY_NAME_INPUT_MAX_CHARACTERS } from '#domain/passkey/limits.ts';
import { PASSWORD_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { PasswordField, TextField } from '../kit/Field.tsx';
import { Form } from '../kit/Form.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { NO_PASSWORD, SignInAgain } from '../session/SignInAgain.tsx';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused } from '../sync/transport/http.ts';
import { PasskeyFailed } from './ceremonies.ts';
import styles from './PasskeyForm.module.css';

/** The page of the passkeys, over which the form stands. */
const PASSKEYS_PATH = '/settings/account/passkeys';

/** Input of the form. */
export interface PasskeyInput {
  readonly name: string;
  /** The password that stands; empty for an account without one. */
  readonly current: string;
}

/** A dialog about one passkey. What was typed stays when the answer is a refusal. */
export function PasskeyForm(props: {
  readonly title: string;
  readonly lead: ReactNode;
  readonly confirm: string;
  readonly danger?: boolean;
  /** Asks for a name, which is this at first. */
  readonly name?: { readonly present: string; readonly hint?: string };
  /** Asks for the password, if the account has one: what opens the account changes. */
  readonly proves: boolean;
  /** The form closes when it resolves. @throws PasskeyFailed @throws RequestRefused */
  readonly onSubmit: (input: PasskeyInput) => Promise<unknown>;
}) {
  const hasPassword = useViewer().account?.hasPassword ?? true;
  const asksPassword = hasPassword && props.proves;
  const [name, setName] = useState(props.name?.present ?? '');
  const [current, setCurrent] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'name' | 'current'>();

  const submit = async () => {
    const missing = asksPassword && current === '' ? 'Current password required' : null;
    if (busy || !form.check({ name: null, current: missing })) return;
    setBusy(true);
    try {
      await props.onSubmit({ name, current });
      closeDialog();
    } catch (error) {
      const isAboutName = error instanceof RequestRefused && error.refusal.code.startsWith('PASSKEY_NAME');
      const text = error instanceof PasskeyFailed || error instanceof RequestRefused ? error.message : null;
      if (text === null) showRefusal(error);
      const isAboutProof = error instanceof RequestRefused && error.refusal.code === 'SIGN_IN_AGAIN';
      const isInName = props.name !== undefined && !isAboutProof && (isAboutName || !asksPassword);
      form.say(isInName ? 'name' : 'current', text);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title={props.title} text={props.lead} onClose={closeDialog}>
      <Form className={styles.form} onSend={submit}>
        {props.name !== undefined && (
          <TextField
            ref={form.control('name')}
            label="Name"
            hint={props.name.hint}
            maxLength={PASSKEY_NAME_INPUT_MAX_CHARACTERS}
            value={name}
            error={form.errors.name}
            onChange={({ target }) => {
              setName(target.value);
              form.mend('name');
            }}
          />
        )}
        {asksPassword && (
          <PasswordField
            ref={form.control('current')}
            label="Current password"
            autoComplete="current-password"
            maxLength={PASSWORD_MAX_CHARACTERS}
            value={current}
            error={form.errors.current}
            onChange={({ target }) => {
              setCurrent(target.value);
              form.mend('current');
            }}
          />
        )}
        {props.proves && !hasPassword && (
          <SignInAgain
            text={NO_PASSWORD}
            path={PASSKEYS_PATH}
            error={form.errors.current}
            control={form.control('current')}
          />
        )}
        <FormActions confirm={props.confirm} danger={props.danger} busy={busy} onCancel={closeDialog} />
      </Form>
    </Dialog>
  );
}
