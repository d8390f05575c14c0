import { Link2, Pencil, Trash2 } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { MenuItem } from '../../kit/MenuItem.tsx';
import { MenuPanel } from '../../kit/MenuPanel.tsx';
import type { MenuEntry, OpenMenu } from '../../kit/menuEntry.ts';
import { Filled } from '../../kit/slots.tsx';
import { useSession } from '../../session/session.ts';
import { copyLinkTo } from '../share/copyLinkTo.ts';
import { deleteDialog, editDialog } from './dialogs.ts';
import { othersMenu, ownMenu } from './slots.ts';

/** The entries of the menu of a post or comment: of one's own (FEED-20), or of somebody else's (FEED-19). */
export default function CardPanel({ post, ...open }: OpenMenu & { readonly post: Post }) {
  const isOwn = useSession((session) => session.userId === post.author);
  const kind = post.parent === null ? 'post' : 'comment';
  const own: readonly MenuEntry[] = [
    {
      label: 'Edit',
      icon: <Pencil size={18} aria-hidden />,
      onSelect: () => openDialog(editDialog, { postId: post.id }),
    },
  ];
  // The one that cannot be undone is last (Q36).
  const ownMore = (
    <>
      <Filled slot={ownMenu} with={{ post }} />
      <MenuItem
        label="Delete"
        icon={<Trash2 size={18} aria-hidden />}
        danger
        onSelect={() => openDialog(deleteDialog, { kind, postId: post.id })}
      />
    </>
  );
  return (
    <MenuPanel
      {...open}
      entries={[
        { label: 'Copy link', icon: <Link2 size={18} aria-hidden />, onSelect: () => void copyLinkTo(post) },
        ...(isOwn ? own : []),
      ]}
      more={isOwn ? ownMore : <Filled slot={othersMenu} with={{ post }} />}
    />
  );
}
