import { useRef } from 'react';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { overPage, pageBelow } from '../kit/navigation/overPage.ts';
import { remindOnReturn } from './profileReminder.ts';
import { setUpOrigin } from './wizardOrigin.ts';

/** Asks for a picture and a bio, which posting requires (PROF-27). The way on leads back to the composer and its draft. */
export default function CompleteProfileDialog() {
  const first = useRef<HTMLAnchorElement>(null);
  const location = useLocation();
  const below = pageBelow(location);
  return (
    <Dialog
      title="Your profile is not complete"
      text="Please pick a profile picture and add a bio before posting."
      focusFirst={first}
      onClose={closeDialog}
    >
      <DialogActions>
        <ButtonLink
          ref={first}
          variant="primary"
          wide
          to={`/profile/set-up?goBack=${setUpOrigin(location)}`}
          state={below === null ? null : overPage(below)}
          replace
          onClick={() => {
            remindOnReturn();
            closeDialog();
          }}
        >
          Set up profile
        </ButtonLink>
        <Button wide onClick={closeDialog}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
