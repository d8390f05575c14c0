import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { closeDialog, dialogStore, takeAfterClose } from '../kit/dialog/dialogStore.ts';
import { usePageHistory } from '../kit/navigation/pageHistory.ts';

/** State of the history entry of an open dialog: Back leaves it, and nothing else. */
interface DialogState {
  readonly dialog?: true;
}

/**
 * Gives an open dialog a history entry of its own, so that Back closes it instead of leaving the page, as people on
 * phones expect. A dialog that would lose something may ask first (`refuseClosing`).
 */
export function useDialogEntry(): void {
  const open = dialogStore(({ dialog }) => dialog !== null);
  const history = usePageHistory();
  const navigate = useNavigate();
  const hasEntry = useRef(false);
  const drawn = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog and another address are the reasons
  useEffect(() => {
    const settle = () => {
      const { dialog, path, refuseClosing } = dialogStore.getState();
      const { location } = history.present();
      const here = (location.state as DialogState | null)?.dialog === true;
      const enter = () => {
        const state: DialogState = { ...(location.state as object | null), dialog: true };
        void navigate(location, { state });
      };
      if (dialog !== null && !hasEntry.current) {
        hasEntry.current = true;
        if (!here) enter();
      } else if (dialog !== null && !here) {
        if (path === location.pathname && refuseClosing?.()) return enter();
        hasEntry.current = false;
        closeDialog();
      } else if (dialog === null && here && hasEntry.current) {
        hasEntry.current = false;
        void navigate(-1);
      } else if (dialog === null && !here) {
        hasEntry.current = false;
        takeAfterClose()?.();
      }
    };
    // The entry of a dialog that was closed a moment ago is perhaps being left: what is decided then is decided by its end.
    history.afterSteps(settle);
  }, [open, drawn, history, navigate]);
}
