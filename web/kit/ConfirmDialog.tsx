import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

/** Asks before something is lost. The safe answer has the focus; the other is red and never the default. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  readonly busy?: boolean;
  readonly onConfirm: () => unknown;
  readonly onCancel: () => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={props.title} text={props.text} onClose={props.onCancel} focusFirst={safe}>
      <DialogActions>
        <Button variant="danger" wide disabled={props.busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
        <Button ref={safe} wide onClick={props.onCancel}>
          {props.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
