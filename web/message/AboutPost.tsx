import { X } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { IconButton } from '../kit/IconButton.tsx';
import styles from './MessageComposer.module.css';
import { SharedPost } from './SharedPost.tsx';

/** The post that the next message is about, above the field: the other one gets it with the words. */
export function AboutPost({ postId, onRemove }: { readonly postId: string; readonly onRemove: () => void }) {
  return (
    <div className={styles.about}>
      <SharedPost postId={postId} topic={topicName.post(postId)} />
      <IconButton label="Do not mention the post" className={styles.remove} onClick={onRemove}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
