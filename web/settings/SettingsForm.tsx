import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { dismissAlertAbout, showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { Form } from '../kit/Form.tsx';
import { useGoUp } from '../kit/navigation/useGoBack.ts';
import { ProgressOverlay } from '../kit/ProgressOverlay.tsx';
import type { FormErrors } from '../kit/useFormErrors.ts';
import { useSlow } from '../kit/useSlow.ts';
import { SOMETHING_WENT_WRONG, showRefusal } from '../sync/showRefusal.ts';
import { isUnanswered, OFFLINE_TEXT, RequestRefused } from '../sync/transport/http.ts';
import styles from './SettingsForm.module.css';
import { SettingsHeader } from './SettingsHeader.tsx';

/** Path of the page that shows what the forms change. */
export const ACCOUNT_PATH = '/settings/account';
/** Milliseconds after which saving is covered by its overlay; a quick answer comes before. */
const OVERLAY_AFTER_MS = 300;
/** Subject of the alert of a failure, which is out of date once the form is sent again. */
const SAVING = 'saving the settings';
/** Status from which on an answer is the server's fault and not of what was typed. */
const SERVER_FAULT = 500;

/** A form of the settings. */
export interface SettingsFormProps<Field extends string> {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly form: FormErrors<Field>;
  /** Shows why the server refused. */
  readonly field: Field | ((refused: RequestRefused) => Field);
  /** `false`: as it is saved already, so there is nothing to save. Default: true. */
  readonly changed?: boolean;
  /** The mistake in the fields as they are; `null`: none. */
  readonly check: () => Readonly<Record<Field, string | null>>;
  /** Asks the person once more. Left out: nothing is asked. */
  readonly confirm?: () => Promise<boolean>;
  /** @throws RequestRefused */
  readonly save: () => Promise<unknown>;
  /** Alert after saving, default "Profile Updated"; `null`: the form leads on by itself. */
  readonly saved?: 'Profile Updated' | 'Account Updated!' | null;
  readonly label?: string;
  /** `false`: the form itself shows that it is under way. */
  readonly overlay?: false;
  /** Saving destroys something. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/**
 * A page with one form (SETT-06 to 11, SETT-13). What was typed stays until it is saved: a refusal shows under its
 * field, a failure can be retried. Saved, it leads back to the account.
 */
export function SettingsForm<Field extends string>(props: SettingsFormProps<Field>) {
  const { form, field, changed = true, saved = 'Profile Updated' } = props;
  const [state, setState] = useState<'typed' | 'saving' | 'failed'>('typed');
  const slow = useSlow(state === 'saving', OVERLAY_AFTER_MS);
  const goUp = useGoUp(ACCOUNT_PATH);
  const fields = useRef<HTMLFormElement>(null);
  // A page that destroys something is read first.
  useFirstField(fields, props.danger !== true);

  const save = async () => {
    setState('saving');
    dismissAlertAbout(SAVING);
    try {
      await props.save();
      if (saved === null) return setState('typed');
      showAlert('success', saved);
      goUp();
    } catch (error) {
      const isRefused = error instanceof RequestRefused && error.status > 0 && error.status < SERVER_FAULT;
      setState(isRefused ? 'typed' : 'failed');
      if (!isRefused) return showFailure(error);
      showRefusal(error);
      form.say(typeof field === 'function' ? field(error) : field, error.message);
    }
  };
  const confirmThenSave = async () => {
    if ((await props.confirm?.()) ?? true) await save();
  };
  const submit = () => {
    if (state === 'saving' || !changed || !form.check(props.check())) return;
    return confirmThenSave();
  };

  return (
    <>
      <SettingsHeader title={props.title} up={ACCOUNT_PATH} needsNetwork />
      <Form ref={fields} className={styles.form} onSend={submit}>
        {props.lead !== undefined && <div className={styles.lead}>{props.lead}</div>}
        {props.children}
        {state === 'failed' && (
          <p className={styles.failed}>This was not saved. Check your connection and try again.</p>
        )}
        <Button
          variant={props.danger ? 'danger' : 'primary'}
          size="large"
          type="submit"
          busy={state === 'saving'}
          disabled={!changed}
        >
          {state === 'failed' ? 'Retry' : (props.label ?? 'Save')}
        </Button>
      </Form>
      {slow && props.overlay !== false && (
        <ProgressOverlay
          title="Updating account data..."
          text="This can take up to 30 seconds. DO NOT re-load the page!"
        />
      )}
    </>
  );
}

/** A page with one form begins in its first field, as the windows do; of a choice, with the part that is chosen. */
function useFirstField(form: RefObject<HTMLFormElement | null>, begins: boolean): void {
  useEffect(() => {
    if (!begins) return;
    const field =
      form.current?.querySelector<HTMLElement>('input:checked') ??
      form.current?.querySelector<HTMLElement>('input, select, textarea');
    field?.focus({ preventScroll: true });
  }, [form, begins]);
}

function showFailure(error: unknown): void {
  if (!(error instanceof RequestRefused)) console.error(error);
  const text = isUnanswered(error) && !navigator.onLine ? OFFLINE_TEXT : SOMETHING_WENT_WRONG;
  showAlert('danger', text, { about: SAVING });
}
