import { useRef } from 'react';
import { withThe } from '../kit/article.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { SCHOOL_PATH } from '../session/guard.ts';
import { isGenericSite, site } from '../session/site.ts';

/** Shown to a person without the right to write here, with the way on. */
function wayOn(isGuest: boolean) {
  if (isGenericSite) {
    const text = 'Posts and comments belong to the site of a campus. Find yours, and write there.';
    return { title: 'Find your school', text, label: 'Find your school', to: '/search_schools' };
  }
  const text = `Only students of ${withThe(site.fullName)} can post and comment here. Confirm your school email once and you are in.`;
  return isGuest
    ? { title: 'Join Campus', text: `You are a guest here. ${text}`, label: 'Join Campus', to: SCHOOL_PATH }
    : { title: 'Verify your school email', text, label: 'Verify school email', to: SCHOOL_PATH };
}

/** Posting and commenting are for verified members of the campus (VERF-18, COMM-06). */
export default function VerifySchoolDialog({
  onClose = closeDialog,
  isGuest = false,
}: {
  readonly onClose?: () => void;
  readonly isGuest?: boolean;
}) {
  const first = useRef<HTMLAnchorElement>(null);
  const { title, text, label, to } = wayOn(isGuest);
  return (
    <Dialog title={title} text={text} focusFirst={first} onClose={onClose}>
      <DialogActions>
        <ButtonLink ref={first} variant="primary" wide to={to} replace={onClose === closeDialog} onClick={closeDialog}>
          {label}
        </ButtonLink>
        <Button wide onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
