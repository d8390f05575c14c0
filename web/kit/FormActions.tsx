import { Button } from './Button.tsx';
import { DialogActions } from './Dialog.tsx';

/** The buttons of a form in a dialog: the one that sends it, and Cancel. */
export function FormActions(props: {
  readonly confirm: string;
  /** Something is lost by it. */
  readonly danger?: boolean | undefined;
  readonly busy: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <DialogActions>
      <Button type="submit" variant={props.danger ? 'danger' : 'primary'} wide busy={props.busy}>
        {props.confirm}
      </Button>
      <Button wide onClick={props.onCancel}>
        Cancel
      </Button>
    </DialogActions>
  );
}
