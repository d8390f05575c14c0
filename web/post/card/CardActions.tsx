import { MessageCircle } from 'lucide-react';
import { postCounters } from '#projections/post/collections.ts';
import { SaveButton } from '../../save/SaveButton.tsx';
import { useDocument } from '../../sync/hooks.ts';
import styles from './PostCard.module.css';

/** Comment and save, without opening the post (FEED-26). */
export function CardActions({ postId, onComment }: { readonly postId: string; readonly onComment: () => void }) {
  const comments = useDocument(postCounters, postId)?.comments ?? 0;
  return (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.action}
        aria-label="Comment"
        title={comments === 1 ? '1 comment' : `${comments} comments`}
        onClick={onComment}
      >
        <MessageCircle size={18} aria-hidden />
        <span aria-hidden>Comment</span>
        {comments > 0 && <span aria-hidden>{comments}</span>}
      </button>
      <SaveButton postId={postId} className={styles.action} />
    </div>
  );
}
