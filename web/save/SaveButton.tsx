import { Bookmark } from 'lucide-react';
import { useRef } from 'react';
import { postCounters } from '#projections/post/collections.ts';
import { saveKey, saves } from '#projections/save/collections.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { showAlert, UNDO, UNDO_ALERT_MS } from '../kit/alertStore.ts';
import { useSession } from '../session/session.ts';
import { useGate } from '../session/useGate.ts';
import { useDocument, useSend } from '../sync/hooks.ts';
import { showTaken } from '../sync/showTaken.ts';
import type { Sent } from '../sync/syncStore.ts';
import { saving } from './saving.ts';

/** The people who save a post are listed (SAVE-05), so the button says it before anybody saves (Q41). */
const VISIBLE = 'Everyone who can see this post can see who saved it.';

/** Whether the page is the list of one's own saves: `/saved`, or one's Likes tab. */
function isOwnList({ pathname, search }: Location): boolean {
  return pathname === '/saved' || (pathname === '/profile' && search === '?show=likes');
}

/** "Save" and "Saved!", with the number of saves; shown at once, put right by the answer (SAVE-01 to SAVE-04, D20). */
export function SaveButton({ postId }: { readonly postId: string }) {
  const userId = useSession((session) => session.userId);
  const save = useDocument(saves, userId === null ? null : saveKey(postId, userId));
  const counters = useDocument(postCounters, postId);
  const send = useSend();
  const pass = useGate();
  const saved = save !== undefined;
  const last = useRef<Sent | null>(null);
  const count = counters?.saves ?? 0;

  const toggle = () => {
    const sent = send(saved ? 'UnsavePost' : 'SavePost', { postId });
    last.current = sent;
    if (!saved) showTaken(sent, 'Post saved.', () => last.current === sent);
    else if (isOwnList(window.location)) {
      // The card disappears, and its button with it.
      const action = { label: UNDO, onPress: () => void send('SavePost', { postId }) };
      showAlert('black', 'Removed from your saved posts.', {
        action,
        duration: UNDO_ALERT_MS,
        about: `save of ${postId}`,
      });
    }
  };

  return (
    <ActionButton
      icon={<Bookmark size={18} aria-hidden />}
      label={saved ? 'Saved!' : 'Save'}
      hint={`${count === 0 ? 'Nobody has saved this yet' : `Saved by ${count}`}. ${VISIBLE}`}
      count={count}
      list={{ to: `/post/${postId}/likes`, label: count === 1 ? '1 like' : `${count} likes` }}
      shortcut="s"
      pressed={saved}
      onPress={() => pass(saving, toggle)}
    />
  );
}
