import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Dialog } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import styles from './Share.module.css';

/** Milliseconds after which it closes by itself (POST-20). */
const CLOSES_AFTER_MS = 2_000;

/** Says that the link is in the clipboard, and closes by itself. */
export default function LinkCopiedDialog({ link }: { readonly link: string }) {
  useEffect(() => {
    const timer = setTimeout(closeDialog, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      title="Copied to clipboard"
      lead={<CircleCheck className={styles.tick} size={40} aria-hidden />}
      onClose={closeDialog}
    >
      <p className={styles.link}>
        <bdi>{link}</bdi>
      </p>
    </Dialog>
  );
}
