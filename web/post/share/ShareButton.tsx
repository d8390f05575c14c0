import { Share2 } from 'lucide-react';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { shareDialog } from './dialogs.ts';

/** Opens the ways to share a post, without opening the post (FEED-26). */
export function ShareButton({ postId }: { readonly postId: string }) {
  return (
    <ActionButton
      icon={<Share2 size={18} aria-hidden />}
      label="Share"
      hint="Send the link to somebody"
      count={0}
      folds
      onPress={() => openDialog(shareDialog, { postId })}
    />
  );
}
