import { Send } from 'lucide-react';
import type { Post } from '#projections/post/collections.ts';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { SHARE_ICON_PX, ShareWay } from '../../post/face.ts';
import { useGate } from '../../session/useGate.ts';
import { newMessageDialog } from './dialogs.ts';
import { messaging } from './messaging.ts';

/** "Direct message": shares a post in a conversation (POST-22). */
export default function ShareByMessage({ post }: { readonly post: Post }) {
  const pass = useGate();
  return (
    <ShareWay
      icon={<Send size={SHARE_ICON_PX} />}
      label="Direct message"
      onPress={() => pass(messaging, () => openDialog(newMessageDialog, { postId: post.id }))}
    />
  );
}
