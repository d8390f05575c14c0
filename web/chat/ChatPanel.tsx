import { Trash2 } from 'lucide-react';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { MenuPanel } from '../kit/MenuPanel.tsx';
import type { OpenMenu } from '../kit/menuEntry.ts';
import { deleteChatDialog } from './dialogs.ts';

/** The entries of the menu of a conversation. */
export default function ChatPanel({
  chatId,
  round,
  partner,
  ...open
}: OpenMenu & { readonly chatId: string; readonly round: number; readonly partner: string }) {
  return (
    <MenuPanel
      {...open}
      entries={[
        {
          label: 'Delete conversation',
          icon: <Trash2 size={18} aria-hidden />,
          danger: true,
          onSelect: () => openDialog(deleteChatDialog, { chatId, round, partner }),
        },
      ]}
    />
  );
}
