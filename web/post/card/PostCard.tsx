import { type ComponentType, type MouseEvent, memo, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { cx } from '../../kit/cx.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import { Filled } from '../../kit/slots.tsx';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { fullName, UserAvatar } from '../../user/face.ts';
import { useOpenReply } from '../compose/useOpenReply.ts';
import { Gallery } from '../media/Gallery.tsx';
import type { Photos } from '../media/photos.ts';
import { OfferLine } from '../offer/OfferLine.tsx';
import { PostText } from '../text/PostText.tsx';
import { AuthorName } from './AuthorName.tsx';
import { CardActions } from './CardActions.tsx';
import { CardMenu } from './CardMenu.tsx';
import type { CardPlace } from './cardPlace.ts';
import { PendingLine } from './PendingLine.tsx';
import styles from './PostCard.module.css';
import { isOnControl } from './press.ts';
import { ReasonLine } from './ReasonLine.tsx';
import type { Reason } from './reasons.ts';
import { othersMenu } from './slots.ts';
import { WelcomeBanner } from './WelcomeBanner.tsx';

/** Only in lists of comments, which draw something until it is there. */
const CommentCard = lazySoon(() => import('./CommentCard.tsx'));

interface CardProps extends CardPlace {
  readonly postId: string;
  /** The first cards on the screen: their pictures are not lazy. */
  readonly eager?: boolean;
  /** Reason for its position in a list that is ordered by activity. */
  readonly reason?: Reason | null;
  /** The card of an opened post shows everything, its photos by this component, and leads nowhere. */
  readonly opened?: ComponentType<Photos>;
  readonly onComment?: () => void;
}

/** A post as a card: in the feed, in lists and at the head of its own page (FEED-16). */
export const PostCard = memo(function PostCard(props: CardProps) {
  const post = useDocument(posts, props.postId);
  if (post === undefined) return null;
  if (post.kind === 'new user') return <WelcomeBanner postIds={[post.id]} />;
  if (post.parent !== null) return <CommentCard post={post} position={props.position} setSize={props.setSize} />;
  return <Card {...props} post={post} />;
});

function Card(props: CardProps & { readonly post: Post }) {
  const { post, position, setSize, eager, reason, opened: OpenedPhotos, onComment } = props;
  const opened = OpenedPhotos !== undefined;
  const author = useDocument(people, post.author);
  const isOwn = useSession((session) => session.userId === post.author);
  const navigate = useNavigate();
  const openReply = useOpenReply();
  const nameId = useId();
  const media = reveal(post.media) ?? [];
  const name = fullName(author);

  const open = (event: MouseEvent) => {
    if (opened || event.defaultPrevented || isOnControl(event) || hasSelection()) return;
    navigate(`/post/${post.id}`);
  };

  return (
    <article
      className={cx(styles.card, opened && styles.opened)}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={setSize}
      // Articles of a feed take the focus (WAI-ARIA feed pattern).
      tabIndex={position === undefined ? undefined : 0}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) navigate(`/post/${post.id}`);
      }}
    >
      {reason != null && <ReasonLine reason={reason} />}
      <div className={styles.avatar}>
        <UserAvatar person={author} />
      </div>
      <div className={styles.content}>
        <div className={styles.head}>
          <div className={styles.who}>
            <AuthorName id={nameId} person={author} />
            <span className={styles.meta}>
              <Link to={`/post/${post.id}`}>
                <Age at={post.createdAt} />
              </Link>
              <span aria-hidden>·</span>
              <span>{findCampus(post.campus)?.name}</span>
              {post.editedAt !== null && (
                <>
                  <span aria-hidden>·</span>
                  <span>edited</span>
                </>
              )}
            </span>
          </div>
          {isOwn ? <CardMenu post={post} /> : <Filled slot={othersMenu} with={{ post }} />}
        </div>
        <OfferLine post={post} />
        <PostText text={reveal(post.text)} whole={opened} large={opened} />
        {OpenedPhotos !== undefined ? (
          <OpenedPhotos postId={post.id} media={media} author={name} />
        ) : (
          <Gallery postId={post.id} media={media} author={name} eager={eager} />
        )}
        <PendingLine postId={post.id} />
        <CardActions postId={post.id} onComment={onComment ?? (() => openReply(post.id))} />
      </div>
    </article>
  );
}

function hasSelection(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
