import { Send } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { Post } from '#projections/post/collections.ts';
import { closeDialogThen, openDialog } from '../../kit/dialog/dialogStore.ts';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { SHARE_ICON_PX, ShareWay } from '../../post/face.ts';
import { useGate } from '../../session/useGate.ts';
import { createOrigin } from '../../user/face.ts';
import { newMessageAddress } from './addresses.ts';
import { newMessageDialog } from './dialogs.ts';
import { messaging } from './messaging.ts';

/** "Direct message": shares a post in a conversation (POST-22); on phones on a page of its own (SHEL-08). */
export default function ShareByMessage({ post }: { readonly post: Post }) {
  const pass = useGate();
  const isMobile = useMobile();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const share = () => {
    if (isMobile) closeDialogThen(() => navigate(newMessageAddress(createOrigin(pathname), post.id)));
    else openDialog(newMessageDialog, { postId: post.id });
  };
  return (
    <ShareWay icon={<Send size={SHARE_ICON_PX} />} label="Direct message" onPress={() => pass(messaging, share)} />
  );
}
