import type { ReactNode, RefObject } from 'react';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Dialog, DialogActions } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { useAskBeforeClosing } from '../../kit/dialog/useAskBeforeClosing.ts';
import { Form } from '../../kit/Form.tsx';
import { ProgressOverlay } from '../../kit/ProgressOverlay.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { useSlow } from '../../kit/useSlow.ts';
import styles from './EditProfile.module.css';
import type { ProfileChange } from './useProfileChange.ts';

/** Milliseconds after which saving is covered by its overlay; a quick answer comes before. */
const OVERLAY_AFTER_MS = 300;

/**
 * A window with one part of the profile: Save only when there is something to save (PROF-22), Retry where it failed
 * (Q23), a question before typed text is lost.
 */
export function EditWindow(props: {
  readonly title: string;
  readonly change: ProfileChange;
  /** Whether what is chosen or typed differs from what is saved. */
  readonly dirty: boolean;
  /** Whether it can be saved. Default: when it is dirty. */
  readonly ready?: boolean;
  /** Whether everybody's cards change: then the overlay says so (PROF-24). */
  readonly spreads?: boolean;
  readonly focusFirst?: RefObject<HTMLElement | null>;
  readonly onSave: () => void;
  readonly children: ReactNode;
}) {
  const { change, dirty, ready = dirty } = props;
  const sending = change.state === 'sending';
  const covered = useSlow(sending && props.spreads === true, OVERLAY_AFTER_MS);
  const isLost = dirty && change.state === 'idle';
  useUnsaved(isLost);
  const { asking, close, stay } = useAskBeforeClosing(isLost);
  // Not its promise: a change that fails goes on in the outbox, and Retry takes its place.
  const submit = () => {
    if (ready && !sending) props.onSave();
  };
  return (
    <Dialog title={props.title} focusFirst={props.focusFirst} onClose={close}>
      <Form className={styles.form} onSend={submit}>
        {props.children}
        {change.refusal !== null && (
          <p className={styles.failed} role="alert">
            {change.refusal}
          </p>
        )}
        {change.state === 'failing' && (
          <p className={styles.failed} role="alert">
            Something went wrong. This is not saved yet.
          </p>
        )}
        <DialogActions>
          <Button variant="primary" wide type="submit" busy={sending} disabled={!ready}>
            {sending ? 'Processing...' : change.state === 'failing' ? 'Retry' : 'Save'}
          </Button>
        </DialogActions>
      </Form>
      {covered && (
        <ProgressOverlay
          title="Updating account data..."
          text="This can take up to 30 seconds. DO NOT re-load the page!"
        />
      )}
      {asking && (
        <ConfirmDialog
          title="Discard changes?"
          text="Your profile stays as it was."
          confirm="Discard"
          cancel="Keep Editing"
          onConfirm={closeDialog}
          onCancel={stay}
        />
      )}
    </Dialog>
  );
}
