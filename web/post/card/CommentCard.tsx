import { type MouseEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { Filled } from '../../kit/slots.tsx';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { FullName, fullName, UserAvatar } from '../../user/face.ts';
import { Gallery } from '../media/Gallery.tsx';
import { PostText } from '../text/PostText.tsx';
import { firstWords, plainWords } from '../text/preview.ts';
import { AuthorName } from './AuthorName.tsx';
import { CardMenu } from './CardMenu.tsx';
import { PendingLine } from './PendingLine.tsx';
import styles from './PostCard.module.css';
import { placePath } from './placePath.ts';
import { isOnControl } from './press.ts';
import { othersMenu } from './slots.ts';

/** Characters of the post that a comment is about. */
const ABOUT_CHARACTERS = 60;

/** A comment or reply away from its thread, with the post that it is about; it leads to its place there (COMM-14). */
export default function CommentCard(props: {
  readonly post: Post;
  readonly position: number | undefined;
  readonly setSize: number | undefined;
}) {
  const { post, position, setSize } = props;
  const author = useDocument(people, post.author);
  const isOwn = useSession((session) => session.userId === post.author);
  const navigate = useNavigate();
  const nameId = useId();
  const path = placePath(post);
  const open = (event: MouseEvent) => {
    if (!event.defaultPrevented && !isOnControl(event)) navigate(path);
  };
  return (
    <article
      className={styles.card}
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={setSize}
      tabIndex={position === undefined ? undefined : 0}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) navigate(path);
      }}
    >
      <div className={styles.avatar}>
        <UserAvatar person={author} />
      </div>
      <div className={styles.content}>
        <div className={styles.head}>
          <div className={styles.who}>
            <AuthorName id={nameId} person={author} />
            <span className={styles.meta}>
              <Link to={path}>
                <Age at={post.createdAt} />
              </Link>
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
        <About rootId={post.root} />
        <PostText text={reveal(post.text)} />
        <Gallery postId={post.id} media={reveal(post.media) ?? []} author={fullName(author)} />
        <PendingLine postId={post.id} />
      </div>
    </article>
  );
}

/** Whose post it is about, and its first words. */
function About({ rootId }: { readonly rootId: string }) {
  const root = useDocument(posts, rootId);
  const author = useDocument(people, root?.author ?? null);
  const whole = root === undefined ? '' : plainWords(reveal(root.text));
  const start = firstWords(whole, ABOUT_CHARACTERS);
  const words = start === whole ? whole : `${start}…`;
  return (
    <p className={styles.about}>
      On <FullName person={author} />
      {words === '' ? (
        '’s post'
      ) : (
        <>
          : “<bdi>{words}</bdi>”
        </>
      )}
    </p>
  );
}
