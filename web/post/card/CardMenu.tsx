import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { deleteDialog, editDialog } from './dialogs.ts';
import styles from './PostCard.module.css';

/** The author's menu of a post or comment (D17, POST-17, COMM-13). */
export function CardMenu({ post }: { readonly post: Post }) {
  const comment = post.parent !== null;
  const what = comment ? 'Comment' : 'Post';
  return (
    <Menu
      label={`${what} options`}
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
          onSelect: () => openDialog(deleteDialog, { kind: comment ? 'comment' : 'post', postId: post.id }),
        },
      ]}
      button={(button) => (
        <IconButton label={`${what} options`} className={styles.options} {...button}>
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      )}
    />
  );
}
