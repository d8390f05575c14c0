import { memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { cx } from '../../kit/cx.ts';
import { Filled } from '../../kit/slots.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { useGate } from '../../session/useGate.ts';
import { useDocument } from '../../sync/hooks.ts';
import { fullName, profilePath, UserAvatar } from '../../user/face.ts';
import { AuthorName } from '../card/AuthorName.tsx';
import { CardMenu } from '../card/CardMenu.tsx';
import { PendingLine } from '../card/PendingLine.tsx';
import { commentActions } from '../card/slots.ts';
import { commenting } from '../compose/actions.ts';
import { useOpenReply } from '../compose/useOpenReply.ts';
import { forgetWritten, useWritten } from '../compose/written.ts';
import { Gallery } from '../media/Gallery.tsx';
import { PostText } from '../text/PostText.tsx';
import { isAnswered } from './answered.ts';
import { keepInView } from './keepInView.ts';
import { ReplyBox } from './ReplyBox.tsx';
import styles from './Thread.module.css';
import type { ThreadItem } from './tree.ts';

/** Milliseconds that the viewer's new comment is tinted. */
const TINT_MS = 3_000;

/** A comment or reply with its author, age, pictures and, for its author, its menu (COMM-13). */
export const Comment = memo(
  function Comment({ root, item }: { readonly root: string; readonly item: ThreadItem }) {
    const { post } = item;
    const author = useDocument(people, post.author);
    const nameId = useId();
    const place = useRef<HTMLElement>(null);
    const justWritten = useWritten(({ written }) => written?.id === post.id);
    useEffect(() => {
      const comment = place.current;
      if (!justWritten || comment === null) return;
      // The newest comments around it may be on their way yet.
      const release = keepInView(comment, comment.parentElement ?? comment);
      const timer = setTimeout(() => forgetWritten(post.id), TINT_MS);
      return () => {
        release();
        clearTimeout(timer);
      };
    }, [justWritten, post.id]);
    return (
      <article
        ref={place}
        className={cx(styles.comment, justWritten && styles.written)}
        data-indent={item.indent}
        aria-labelledby={nameId}
      >
        <UserAvatar person={post.deleted ? undefined : author} size={32} />
        <div className={styles.body}>
          <div className={styles.head}>
            {post.deleted ? (
              <span id={nameId} className={styles.deleted}>
                [deleted]
              </span>
            ) : (
              <>
                <AuthorName id={nameId} person={author} />
                <span className={styles.meta}>
                  <Age at={post.createdAt} />
                  {post.editedAt !== null && ' · edited'}
                </span>
                <span className={styles.spring} />
                <CardMenu post={post} />
              </>
            )}
          </div>
          {item.replyingTo !== null && <ReplyingTo authorId={item.replyingTo.author} />}
          {!post.deleted && (
            <>
              <PostText text={reveal(post.text)} whole />
              <Gallery post={post} media={reveal(post.media) ?? []} author={fullName(author)} />
              <PendingLine postId={post.id} />
            </>
          )}
          <Answer root={root} parent={post.id} isDeleted={post.deleted} />
        </div>
      </article>
    );
  },
  (before, now) =>
    before.root === now.root &&
    before.item.post === now.item.post &&
    before.item.indent === now.item.indent &&
    before.item.replyingTo?.id === now.item.replyingTo?.id,
);

/** Whom a deep reply answers, where the indent no longer shows it (Q38). */
function ReplyingTo({ authorId }: { readonly authorId: string }) {
  const person = useDocument(people, authorId);
  const path = profilePath(person);
  return (
    <p className={styles.answers}>replying to {path === null ? fullName(person) : <AuthorName person={person} />}</p>
  );
}

/** The actions of other nouns (Like), "Reply", and the box that it opens; a reply that was begun stays open when the comment is deleted. */
function Answer(props: { readonly root: string; readonly parent: string; readonly isDeleted: boolean }) {
  const { root, parent, isDeleted } = props;
  const mobile = useMobile();
  const [open, setOpen] = useState(() => !mobile && isAnswered(parent));
  const [focus, setFocus] = useState(0);
  const openReply = useOpenReply();
  const pass = useGate();
  const button = useRef<HTMLButtonElement>(null);
  const press = () => {
    if (mobile) return openReply(parent);
    pass(commenting, () => {
      setOpen(!open);
      setFocus(1);
    });
  };
  const done = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {!isDeleted && (
        <div className={styles.actions}>
          {/* Their code comes after the comment's: nothing else waits for it. */}
          <Suspense>
            <Filled slot={commentActions} with={{ postId: parent }} />
          </Suspense>
          <button
            ref={button}
            type="button"
            className={styles.reply}
            aria-expanded={mobile ? undefined : open}
            onClick={press}
          >
            Reply
          </button>
        </div>
      )}
      {open && (
        <div className={styles.inner}>
          <ReplyBox root={root} parent={parent} focus={focus} bare onDone={done} />
        </div>
      )}
    </>
  );
}
