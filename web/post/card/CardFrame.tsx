import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Campus } from '#domain/campus/campus.ts';
import type { Post } from '#projections/post/collections.ts';
import type { Profile } from '#projections/user/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { cx } from '../../kit/cx.ts';
import { CampusMark } from '../../session/CampusMark.tsx';
import { UserAvatar } from '../../user/face.ts';
import { AuthorName } from './AuthorName.tsx';
import { CardMenu } from './CardMenu.tsx';
import type { CardPlace } from './cardPlace.ts';
import { PendingLine } from './PendingLine.tsx';
import styles from './PostCard.module.css';
import { isOnControl } from './press.ts';

/** The frame of a card: author, age, menu, and the way to the page of the post or comment by a press anywhere. */
export function CardFrame(props: {
  readonly post: Post;
  readonly author: Profile | undefined;
  /** Address of its page. */
  readonly path: `/${string}`;
  readonly place: CardPlace;
  /** It is on its own page: a press leads nowhere. */
  readonly opened?: boolean;
  /** The campus, if it is shown: its mark and name. */
  readonly campus?: Campus | undefined;
  /** Below the line that says whether it is sent. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { post, author, path, opened = false } = props;
  const { position, setSize } = props.place;
  const navigate = useNavigate();
  const nameId = useId();
  const open = (event: MouseEvent) => {
    if (opened || event.defaultPrevented || isOnControl(event) || hasSelection()) return;
    navigate(path);
  };
  return (
    <article
      className={cx(styles.card, opened && styles.opened)}
      aria-labelledby={nameId}
      data-opened={opened || undefined}
      aria-posinset={position}
      aria-setsize={setSize}
      // Articles of a feed take the focus (WAI-ARIA feed pattern).
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
              {props.campus !== undefined && (
                <Part>
                  <School campus={props.campus} />
                </Part>
              )}
              {post.editedAt !== null && <Part>edited</Part>}
            </span>
          </div>
          <CardMenu post={post} />
        </div>
        {props.children}
        <PendingLine postId={post.id} />
        {props.actions}
      </div>
    </article>
  );
}

/** One more fact beside the age. */
function Part(props: { readonly children: ReactNode }) {
  return (
    <>
      <span aria-hidden>·</span>
      <span>{props.children}</span>
    </>
  );
}

/** The school of the seller, who is a member of the campus: its mark in its own colour, and its name. */
function School({ campus }: { readonly campus: Campus }) {
  const { light, darkText } = campus.colours;
  return (
    <span className={styles.school}>
      <span style={{ color: `light-dark(${light}, ${darkText})` }}>
        <CampusMark campus={campus} size={14} />
      </span>
      {campus.name}
    </span>
  );
}

/** Text was marked with the mouse: the release of its button is no press on the card. */
function hasSelection(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
