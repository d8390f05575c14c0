import { MessageCircle } from 'lucide-react';
import { postCounters } from '#projections/post/collections.ts';
import { ActionButton } from '../../kit/ActionButton.tsx';
import { Filled } from '../../kit/slots.tsx';
import { useDocument } from '../../sync/hooks.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import styles from './PostCard.module.css';
import { cardActions } from './slots.ts';

/** Comment, the actions of other nouns (Save), and Share, usable without opening the post (FEED-26). */
export function CardActions(props: {
  readonly postId: string;
  readonly onComment: () => void;
  readonly hasCall: boolean;
}) {
  const { postId, onComment, hasCall } = props;
  const comments = useDocument(postCounters, postId)?.comments ?? 0;
  return (
    <div className={styles.actions}>
      <ActionButton
        icon={<MessageCircle size={18} aria-hidden />}
        label="Comment"
        hint={comments === 1 ? '1 comment' : `${comments} comments`}
        count={comments}
        shortcut="c"
        onPress={onComment}
      />
      <Filled slot={cardActions} with={{ postId, hasCall }} />
      <ShareButton postId={postId} />
    </div>
  );
}
