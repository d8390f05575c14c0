import { type ComponentType, memo } from 'react';
import { findCampus } from '#domain/campus/registry.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { cx } from '../../kit/cx.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import { Filled } from '../../kit/slots.tsx';
import { useDocument } from '../../sync/hooks.ts';
import { fullName } from '../../user/face.ts';
import { useOpenReply } from '../compose/useOpenReply.ts';
import { Gallery } from '../media/Gallery.tsx';
import type { MediaOfPost } from '../media/mediaOfPost.ts';
import { OfferLine } from '../offer/OfferLine.tsx';
import { PostText } from '../text/PostText.tsx';
import { CardActions } from './CardActions.tsx';
import { CardFrame } from './CardFrame.tsx';
import type { CardPlace } from './cardPlace.ts';
import styles from './PostCard.module.css';
import { ReasonLine } from './ReasonLine.tsx';
import type { Reason } from './reasons.ts';
import { belowContent, belowText } from './slots.ts';
import { WelcomeBanner } from './WelcomeBanner.tsx';

/** Only in lists of comments, which draw something until it is there. */
const CommentCard = lazySoon(() => import('./CommentCard.tsx'));

interface CardProps extends CardPlace {
  readonly postId: string;
  /** The first cards on the screen: their pictures are not lazy. */
  readonly eager?: boolean;
  /** Reason for its position in a list that is ordered by activity. */
  readonly reason?: Reason | null;
  /** The card of an opened post shows everything, its photos and videos by this component, and leads nowhere. */
  readonly opened?: ComponentType<MediaOfPost>;
  readonly onComment?: () => void;
  /** It is sponsored: a button of its own stands below it. */
  readonly hasCall?: boolean;
}

/** A post as a card: in the feed, in lists and at the head of its own page (FEED-16). */
export const PostCard = memo(function PostCard(props: CardProps) {
  const post = useDocument(posts, props.postId);
  if (post === undefined) return null;
  if (post.kind === 'new user') return <WelcomeBanner postIds={[post.id]} />;
  if (post.parent !== null) return <CommentCard post={post} place={props} />;
  return <Card {...props} post={post} />;
});

function Card(props: CardProps & { readonly post: Post }) {
  const { post, eager, reason, opened: OpenedMedia, onComment } = props;
  const opened = OpenedMedia !== undefined;
  const author = useDocument(people, post.author);
  const openReply = useOpenReply();
  const media = reveal(post.media) ?? [];
  const name = fullName(author);
  return (
    <CardFrame
      post={post}
      author={author}
      path={`/post/${post.id}`}
      place={props}
      opened={opened}
      campus={findCampus(post.campus)}
      actions={
        <>
          {reason != null && <ReasonLine reason={reason} />}
          <CardActions
            postId={post.id}
            onComment={onComment ?? (() => openReply(post.id))}
            hasCall={props.hasCall === true}
          />
        </>
      }
    >
      <OfferLine post={post} />
      <PostText text={reveal(post.text)} whole={opened} large={opened} titled />
      <Filled slot={belowText} with={{ post }} />
      {media.length > 0 && (
        <div className={cx(styles.media, post.sale === 'sold' && styles.isSold)}>
          {OpenedMedia !== undefined ? (
            <OpenedMedia post={post} media={media} author={name} />
          ) : (
            <Gallery post={post} media={media} author={name} eager={eager} isWide />
          )}
        </div>
      )}
      <Filled slot={belowContent} with={{ post }} />
    </CardFrame>
  );
}
