import { useRef } from 'react';
import { banRejections } from '#domain/ban/rejections.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { banWords } from './banWords.ts';

/** Shown over the page of a person who was banned, at once or at the next log-in: why, and whom to ask (Q82). */
export default function BannedDialog(props: { readonly reason: string | undefined; readonly onClose: () => void }) {
  const first = useRef<HTMLAnchorElement>(null);
  return (
    <Dialog
      title={banRejections.ACCOUNT_BANNED.text}
      text={banWords(props.reason)}
      focusFirst={first}
      onClose={props.onClose}
    >
      <DialogActions>
        <ButtonLink ref={first} variant="primary" wide to="/settings/help" onClick={props.onClose}>
          Contact support
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}
