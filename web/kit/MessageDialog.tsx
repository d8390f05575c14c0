import { useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog, DialogActions } from './Dialog.tsx';

/** A message that is to be read before anything else: the browser's own alert of the specification, in the page (Q12). */
export function MessageDialog({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title={text} onClose={onClose} focusFirst={first}>
      <DialogActions>
        <Button ref={first} variant="primary" wide onClick={onClose}>
          OK
        </Button>
      </DialogActions>
    </Dialog>
  );
}
