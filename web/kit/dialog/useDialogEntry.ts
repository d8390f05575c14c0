import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { closeDialog, dialogStore, takeAfterClose } from './dialogStore.ts';

/** State of the history entry of an open dialog: Back leaves it, and nothing else. */
interface DialogState {
  readonly dialog?: true;
}

/** The router's state in the browser's history: it is there at once, the drawn location follows. */
interface RouterEntry {
  readonly usr?: DialogState | null;
  readonly key?: string;
}

const entry = () => window.history.state as RouterEntry | null;
const isDialogEntry = () => entry()?.usr?.dialog === true;

/**
 * Gives an open dialog a history entry of its own, so that Back closes it instead of leaving the page, as people on
 * phones expect. A dialog that would lose something may ask first (`refuseClosing`).
 */
export function useDialogEntry(): void {
  const open = dialogStore(({ dialog }) => dialog !== null);
  const location = useLocation();
  const navigate = useNavigate();
  const hasEntry = useRef(false);

  useEffect(() => {
    const enter = () => {
      const state: DialogState = { ...(location.state as object | null), dialog: true };
      void navigate(location, { state });
    };
    // A page is on its way: the dialog is for that one.
    if ((entry()?.key ?? 'default') !== location.key) return;
    const here = isDialogEntry();
    if (open && !hasEntry.current) {
      hasEntry.current = true;
      if (!here) enter();
    } else if (open && !here) {
      const { path, refuseClosing } = dialogStore.getState();
      if (path === location.pathname && refuseClosing?.()) return enter();
      hasEntry.current = false;
      closeDialog();
    } else if (!open && here && hasEntry.current) {
      hasEntry.current = false;
      void navigate(-1);
    } else if (!open && !here) {
      hasEntry.current = false;
      takeAfterClose()?.();
    }
  }, [open, location, navigate]);
}
