import { useEffect, useMemo, useState } from 'react';
import { type Post, postCounters, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../../kit/Button.tsx';
import { useDocument, useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { useWritten } from '../compose/written.ts';
import { Comment } from './Comment.tsx';
import styles from './Thread.module.css';
import { type Branch, branchesOf } from './tree.ts';

/**
 * A top-level comment with its replies. The first few come with the thread; the others are a window of their own, which
 * opens on demand, and when the viewer has replied here.
 *
 * @param own the viewer's own comments below the post that are being sent
 */
export function BranchView({ root, branch, own }: BranchProps) {
  const { head } = branch;
  const [open, setOpen] = useState(false);
  const answers = useMemo(() => own.filter((post) => post.branch === head.id), [own, head.id]);
  const noted = useWritten(({ written }) => written?.branch === head.id);
  const answering = noted || answers.length > 0;
  const standing = useDocument(postCounters, head.id)?.comments ?? 0;

  const name = open ? topicName.replies(root, head.id) : null;
  const topic = useTopic(name);
  const opened = useDocuments(posts, useWindow(name));
  const replies = useMemo(() => {
    const firsts = branch.replies.map(({ post }) => post);
    return branchesOf(root, [head, ...firsts, ...opened, ...answers])[0]?.replies ?? [];
  }, [branch, root, head, opened, answers]);

  const missing = standing - replies.filter(({ post }) => !post.deleted).length;
  useEffect(() => {
    if (answering && missing > 0) setOpen(true);
  }, [answering, missing]);
  // The viewer's own reply comes last: the window has to reach it.
  const [toEnd, setToEnd] = useState(false);
  if (answering && !toEnd) setToEnd(true);
  const { hasMore, loadingMore, loadMore } = topic;
  useEffect(() => {
    if (toEnd && open && hasMore && !loadingMore) loadMore();
  }, [toEnd, open, hasMore, loadingMore, loadMore]);

  const waiting = open && (topic.status === 'loading' || loadingMore);
  return (
    <>
      <Comment root={root} item={{ post: head, indent: 0, replyingTo: null }} />
      {replies.map((item) => (
        <Comment key={item.post.id} root={root} item={item} />
      ))}
      {missing > 0 && (!open || hasMore || waiting) && (
        <div className={styles.moreReplies}>
          <Button variant="quiet" size="small" busy={waiting} onClick={open ? loadMore : () => setOpen(true)}>
            {waiting ? 'Loading replies…' : moreReplies(missing, replies.length > 0)}
          </Button>
        </div>
      )}
    </>
  );
}

export interface BranchProps {
  readonly root: string;
  readonly branch: Branch;
  readonly own: readonly Post[];
}

function moreReplies(count: number, hasSome: boolean): string {
  return `Show ${count.toLocaleString('en-US')}${hasSome ? ' more' : ''} ${count === 1 ? 'reply' : 'replies'}`;
}
