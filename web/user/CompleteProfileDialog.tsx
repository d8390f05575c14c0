import { useRef } from 'react';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { remindOnReturn } from './profileReminder.ts';
import { createOrigin } from './wizardOrigin.ts';

/** Asks for a picture and a bio, which posting requires (PROF-27). */
export default function CompleteProfileDialog({ onClose = closeDialog }: { readonly onClose?: () => void }) {
  const first = useRef<HTMLAnchorElement>(null);
  const { pathname } = useLocation();
  return (
    <Dialog
      title="Your profile is not complete"
      text="Please pick a profile picture and add a bio before posting."
      focusFirst={first}
      onClose={onClose}
    >
      <DialogActions>
        <ButtonLink
          ref={first}
          variant="primary"
          wide
          to={`/profile/set-up?goBack=create-${createOrigin(pathname)}`}
          replace={onClose === closeDialog}
          onClick={() => {
            remindOnReturn();
            closeDialog();
          }}
        >
          Set up profile
        </ButtonLink>
        <Button wide onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
