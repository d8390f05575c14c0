import { useRef } from 'react';
import { withThe } from '../kit/article.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { SCHOOL_PATH } from '../session/guard.ts';
import { site } from '../session/site.ts';

/** Posting and commenting are for verified members of the campus (VERF-18, COMM-06). */
export default function VerifySchoolDialog({
  onClose = closeDialog,
  isGuest = false,
}: {
  readonly onClose?: () => void;
  readonly isGuest?: boolean;
}) {
  const first = useRef<HTMLAnchorElement>(null);
  return (
    <Dialog
      title={isGuest ? 'Join Campus' : 'Verify your school email'}
      text={`${isGuest ? 'You are a guest here. ' : ''}Only students of ${withThe(site.fullName)} can post and comment here. Confirm your school email once and you are in.`}
      focusFirst={first}
      onClose={onClose}
    >
      <DialogActions>
        <ButtonLink
          ref={first}
          variant="primary"
          wide
          to={SCHOOL_PATH}
          replace={onClose === closeDialog}
          onClick={closeDialog}
        >
          {isGuest ? 'Join Campus' : 'Verify school email'}
        </ButtonLink>
        <Button wide onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </Dialog>
  );
}
