import { closeDialog } from '../../kit/dialog/dialogStore.ts';
import type { Beginning } from './dialogs.ts';
import { NewMessage } from './NewMessage.tsx';

/** The window over the present page (CHAT-13). */
export default function NewMessageDialog(beginning: Beginning) {
  return <NewMessage {...beginning} onClose={closeDialog} />;
}
