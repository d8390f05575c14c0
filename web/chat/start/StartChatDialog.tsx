import { people } from '#projections/user/collections.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog, DialogActions } from '../../kit/Dialog.tsx';
import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import { useDocument } from '../../sync/hooks.ts';
import { FullName, UserAvatar } from '../../user/face.ts';
import type { Beginning } from './dialogs.ts';
import { useBegin } from './useBegin.ts';

/** Pixels of the person's picture. */
const PICTURE_PX = 64;

/** "Start Conversation?" (CHAT-14). */
export default function StartChatDialog({ userId, ...beginning }: Beginning & { readonly userId: string }) {
  const person = useDocument(people, userId);
  const begin = useBegin(userId, beginning);
  return (
    <Dialog
      title="Start Conversation?"
      text={<>You and {person === undefined ? 'this person' : <FullName person={person} />} can write to each other.</>}
      lead={person !== undefined && <UserAvatar person={person} size={PICTURE_PX} />}
      onClose={closeDialog}
    >
      <DialogActions>
        <Button variant="primary" wide onClick={begin}>
          Start Conversation
        </Button>
        <Button wide onClick={closeDialog}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
