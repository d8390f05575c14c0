import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../../ui/State.tsx';
import { Comment } from './Comment.tsx';
import styles from './Thread.module.css';
import type { ThreadItem } from './tree.ts';

/** Everything below a post, nested and oldest first (COMM-01 to COMM-03). */
export function Replies({ postId, items }: { readonly postId: string; readonly items: readonly ThreadItem[] }) {
  if (items.length === 0) return <EmptyState icon={<MessagesSquare size={32} />} title="Be the first to comment" />;
  return (
    <section className={styles.list} aria-label="Comments">
      <h2 className={styles.title}>Comments</h2>
      {items.map((item) => (
        <Comment key={item.post.id} root={postId} item={item} />
      ))}
    </section>
  );
}
