import { type ReactNode, useMemo } from 'react';
import { posts } from '#projections/post/collections.ts';
import { saves } from '#projections/save/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { CardList } from '../post/face.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';

/**
 * The posts of a window of saves, newest save first.
 *
 * @param name topic of the saves; `null`: not known yet
 * @param children shown when there are none
 */
export function SavedPosts(props: {
  readonly name: string | null;
  readonly label: string;
  readonly triggerPx: number;
  readonly children: ReactNode;
}) {
  const { name } = props;
  const topic = useTopic(name);
  const saved = useDocuments(saves, useWindow(name));
  // The save of a deleted post is about to end: it is not shown (SAVE-10).
  const standing = useDocuments(
    posts,
    useMemo(() => saved.map(({ post }) => post), [saved]),
  );
  const postIds = useMemo(() => standing.map(({ id }) => id), [standing]);
  if (postIds.length > 0) {
    return <CardList label={props.label} postIds={postIds} topic={topic} triggerPx={props.triggerPx} />;
  }
  const known = topic.status === 'live' || topic.status === 'stale';
  if (known && !topic.hasMore) return props.children;
  return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={4} />} />;
}
