import { Pencil, Trash2 } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { MenuPanel } from '../../kit/MenuPanel.tsx';
import type { OpenMenu } from '../../kit/menuEntry.ts';
import { deleteDialog, editDialog } from './dialogs.ts';

/** The entries of the author's menu. */
export default function CardPanel({ post, ...open }: OpenMenu & { readonly post: Post }) {
  const kind = post.parent === null ? 'post' : 'comment';
  return (
    <MenuPanel
      {...open}
      entries={[
        {
          label: 'Edit',
          icon: <Pencil size={18} aria-hidden />,
          onSelect: () => openDialog(editDialog, { postId: post.id }),
        },
        {
          label: 'Delete',
          icon: <Trash2 size={18} aria-hidden />,
          danger: true,
          onSelect: () => openDialog(deleteDialog, { kind, postId: post.id }),
        },
      ]}
    />
  );
}
