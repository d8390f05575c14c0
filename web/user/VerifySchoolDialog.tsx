import { useRef } from 'react';
import { SCHOOL_PATH } from '../app/guard.ts';
import { site } from '../app/site.ts';
import { withThe } from '../campus/article.ts';
import { closeDialog } from '../shell/dialogStore.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';

/** Posting and commenting are for verified members of the campus (VERF-18, COMM-06). */
export default function VerifySchoolDialog({ onClose = closeDialog }: { readonly onClose?: () => void }) {
  const first = useRef<HTMLAnchorElement>(null);
  return (
    <Dialog
      title="Verify your school email"
      text={`Only students of ${withThe(site.fullName)} can post and comment here. Confirm your school email once and you are in.`}
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
          Verify school email
        </ButtonLink>
        <Button wide onClick={onClose}>
          Not now
        </Button>
      </DialogActions>
    </Dialog>
  );
}
