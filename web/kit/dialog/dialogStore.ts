import { create } from 'zustand';
import { type Slot, slot } from '../slots.tsx';

/**
 * A dialog by its name. It is declared where it is opened and filled by the noun that owns it (`fill`): a caller that
 * asks for a sign-in does not import the dialog.
 */
export type DialogName<Props extends object = object> = Slot<Props>;

/** Declares a dialog and its properties. */
export function dialog<Props extends object = object>(name: string): DialogName<Props> {
  return slot<Props>(`dialog: ${name}`);
}

/** The one dialog that lies over the page (SHEL-12); the composer and the wizard have addresses of their own. */
export interface OpenDialog {
  readonly name: DialogName;
  readonly props: object;
}

interface Dialogs {
  readonly dialog: OpenDialog | null;
  /** The address over which it was opened. */
  readonly path: string;
  /** Asks before Back closes it, and answers whether it stays. */
  readonly refuseClosing: (() => boolean) | null;
  /** Called once the dialog and its history entry are removed. */
  readonly afterClose: (() => void) | null;
}

const CLOSED: Dialogs = { dialog: null, path: '', refuseClosing: null, afterClose: null };

export const dialogStore = create<Dialogs>(() => CLOSED);

/** Opens a dialog over the page of the present address. */
export function openDialog<Props extends object>(name: DialogName<Props>, props: Props): void {
  const dialog: OpenDialog = { name: { name: name.name }, props };
  dialogStore.setState({ ...CLOSED, dialog, path: window.location.pathname });
}

/**
 * The address has changed: closes a dialog that was opened over another page. It asks for the address itself, because the
 * one that was drawn when the caller's effect was made may be an older one than the dialog's.
 */
export function addressChanged(): void {
  const { dialog, path } = dialogStore.getState();
  if (dialog !== null && path !== window.location.pathname) closeDialog();
}

export function closeDialog(): void {
  dialogStore.setState({ ...CLOSED, afterClose: dialogStore.getState().afterClose });
}

/**
 * Closes the dialog, and calls a task when its history entry is left, too: the way back begins at the page. Where none is
 * open, as on a page that is a dialog elsewhere, it calls the task at once.
 */
export function closeDialogThen(task: () => void): void {
  if (dialogStore.getState().dialog === null) task();
  else dialogStore.setState({ ...CLOSED, afterClose: task });
}

/** The task that is due now that everything is closed, once. */
export function takeAfterClose(): (() => void) | null {
  const { afterClose } = dialogStore.getState();
  if (afterClose !== null) dialogStore.setState({ afterClose: null });
  return afterClose;
}

/** While a dialog would lose something: Back asks. */
export function refuseClosing(ask: (() => boolean) | null): void {
  dialogStore.setState({ refuseClosing: ask });
}
