import { useEffect, useState } from 'react';
import { closeDialog, refuseClosing } from './dialogStore.ts';

/** A dialog that asks before it closes, by its own buttons and by Back. */
export interface AskBeforeClosing {
  /** Whether the question is shown. */
  readonly asking: boolean;
  /** Closes the dialog, or asks. */
  readonly close: () => void;
  /** The answer that keeps the dialog open. */
  readonly stay: () => void;
}

/** @param isLost whether closing the dialog loses something, as of this rendering */
export function useAskBeforeClosing(isLost: boolean): AskBeforeClosing {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    refuseClosing(() => {
      setAsking(isLost);
      return isLost;
    });
  }, [isLost]);
  return { asking, close: () => (isLost ? setAsking(true) : closeDialog()), stay: () => setAsking(false) };
}
