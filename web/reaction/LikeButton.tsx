import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { reactionAccess } from '#domain/reaction/access.ts';
import { likeCounts, likeKey, likes } from '#projections/reaction/collections.ts';
import { ActionButton } from '../kit/ActionButton.tsx';
import { useSession } from '../session/session.ts';
import { type GuardedAction, useGate } from '../session/useGate.ts';
import { useDocument, useSend } from '../sync/hooks.ts';
import { showTaken } from '../sync/showTaken.ts';
import type { Sent } from '../sync/syncStore.ts';

const liking: GuardedAction = {
  mayDo: reactionAccess.mayDo.LikeComment,
  invitation: {
    title: 'Like this comment',
    text: 'Log in or sign up to like comments and write your own.',
  },
};

/** "Like" and "Liked", with the number of likes; shown at once, put right by the answer (SAVE-02, Q40). */
export default function LikeButton({ postId }: { readonly postId: string }) {
  const userId = useSession((session) => session.userId);
  const liked = useDocument(likes, userId === null ? null : likeKey(postId, userId)) !== undefined;
  const count = useDocument(likeCounts, postId)?.likes ?? 0;
  const last = useRef<Sent | null>(null);
  const send = useSend();
  const pass = useGate();

  const toggle = () => {
    const sent = send(liked ? 'UnlikeComment' : 'LikeComment', { commentId: postId });
    last.current = sent;
    if (!liked) showTaken(sent, 'Reaction sent.', () => last.current === sent);
  };

  return (
    <ActionButton
      icon={<Heart size={16} aria-hidden />}
      label={liked ? 'Liked' : 'Like'}
      hint={count === 0 ? 'Nobody has liked this yet' : `Liked by ${count}`}
      count={count}
      pressed={liked}
      onPress={() => pass(liking, toggle)}
    />
  );
}
