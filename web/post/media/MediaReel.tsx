import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type UIEvent, useEffect, useRef, useState } from 'react';
import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { REEL_SIZES, reelShape, shownSize } from '#projections/post/galleryLayout.ts';
import { cx } from '../../kit/cx.ts';
import { LESS_MOTION } from '../../kit/useMediaQuery.ts';
import { albumName } from './albumName.ts';
import { useFullSize } from './fullSize.ts';
import { MediaLink } from './MediaLink.tsx';
import styles from './MediaReel.module.css';
import { mediaName } from './mediaName.ts';
import type { MediaOfPost } from './mediaOfPost.ts';
import { Photo } from './Photo.tsx';
import VideoPlayer from './VideoPlayer.tsx';

/** Milliseconds after which a smooth scroll has ended, or never will. */
const SCROLL_MAX_MS = 1_000;
/** The smallest that there is: it is out of focus. */
const BACKDROP_SIZE = '1px';
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The photos and videos of an opened post, one beside the other: swiped, pressed on, or walked through with the arrow keys. */
export function MediaReel({ post, media, author }: MediaOfPost) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** Target of the present scroll; pictures on the way do not count. */
  const goal = useRef<number | null>(null);
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { aspect, height } = reelShape(media.map(shownSize));

  const show = (index: number, behavior: ScrollBehavior) => {
    const reel = list.current;
    const slide = reel?.children[index];
    if (!(reel instanceof HTMLElement) || !(slide instanceof HTMLElement)) return;
    setCurrent(index);
    goal.current = index;
    reel.scrollTo({ left: slide.offsetLeft - reel.offsetLeft, behavior });
    clearTimeout(late.current);
    if (behavior === 'smooth') late.current = setTimeout(arrive, SCROLL_MAX_MS);
  };
  /** Something else may have cut a smooth scroll short, such as the focus that comes back; no event says so. */
  const arrive = () => {
    if (goal.current !== null) show(goal.current, 'instant');
    goal.current = null;
  };
  useEffect(() => () => clearTimeout(late.current), []);
  const focus = (index: number, behavior: ScrollBehavior) => {
    show(index, behavior);
    list.current?.children[index]?.querySelector<HTMLElement>('video, a')?.focus({ preventScroll: true });
  };
  useAfterFullSize(post.id, (index) => focus(index, 'instant'));
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) => {
    if (clientWidth === 0) return;
    const index = Math.round(scrollLeft / clientWidth);
    if (goal.current !== null && goal.current !== index) return;
    goal.current = null;
    setCurrent(index);
  };
  const release = () => {
    goal.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A player has its own use for the arrow keys.
    if (event.target instanceof HTMLVideoElement) return;
    const step = STEPS[event.key];
    if (step === undefined || media[current + step] === undefined) return;
    event.preventDefault();
    focus(current + step, motion());
  };

  if (media.length === 0) return null;
  const style = { '--height': height, '--aspect': aspect } as CSSProperties;
  return (
    <section className={styles.host} aria-label={albumName(media, author)}>
      <div className={cx(styles.frame, media.length === 1 && styles.lone)} style={style}>
        <ul
          ref={list}
          className={styles.reel}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
          onTouchStart={release}
          onWheel={release}
        >
          {media.map((photo, index) => (
            <li key={photo.name} className={styles.slide}>
              {photo.kind === 'video' ? (
                <VideoPlayer folder={postFolder(post.id)} media={photo} name={mediaName(media, index, author)} />
              ) : (
                <MediaLink
                  post={post}
                  index={index}
                  className={styles.photo}
                  aria-label={`Open ${mediaName(media, index, author)}`}
                  // One stop of the Tab key; the arrow keys go on from there.
                  tabIndex={index === current ? 0 : -1}
                >
                  <ReelPhoto
                    folder={postFolder(post.id)}
                    photo={photo}
                    name={mediaName(media, index, author)}
                    isFirst={index === 0}
                    isAlone={media.length === 1}
                  />
                </MediaLink>
              )}
            </li>
          ))}
        </ul>
        {media.length > 1 && (
          <>
            <span className={styles.count} aria-hidden>
              {current + 1} / {media.length}
            </span>
            <Arrow to="previous" disabled={current === 0} onPress={() => show(current - 1, motion())} />
            <Arrow to="next" disabled={current === media.length - 1} onPress={() => show(current + 1, motion())} />
          </>
        )}
      </div>
    </section>
  );
}

/** A whole photo; in a frame that it shares with others of any shape, with itself out of focus beside it. */
function ReelPhoto(props: {
  readonly folder: string;
  readonly photo: Media;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isAlone: boolean;
}) {
  const { folder, photo, isFirst } = props;
  return (
    <>
      {!props.isAlone && (
        <Photo className={styles.backdrop} folder={folder} media={photo} alt="" sizes={BACKDROP_SIZE} eager={isFirst} />
      )}
      <Photo folder={folder} media={photo} alt={props.name} sizes={REEL_SIZES} eager={isFirst} />
    </>
  );
}

/** Calls with the one that was shown last, when full size is left. */
function useAfterFullSize(postId: string, onLeft: (index: number) => void): void {
  const index = useFullSize(({ shown }) => (shown?.postId === postId ? shown.index : null));
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (index === null && last.current !== null) onLeft(last.current);
    last.current = index;
  });
}

function motion(): ScrollBehavior {
  return matchMedia(LESS_MOTION).matches ? 'instant' : 'smooth';
}

/** For the mouse; fingers swipe, and the keyboard has its arrow keys. */
function Arrow(props: { readonly to: 'previous' | 'next'; readonly disabled: boolean; readonly onPress: () => void }) {
  const Icon = props.to === 'next' ? ChevronRight : ChevronLeft;
  return (
    <button
      type="button"
      className={cx(styles.arrow, styles[props.to])}
      aria-label={props.to === 'next' ? 'Next photo' : 'Previous photo'}
      aria-disabled={props.disabled}
      tabIndex={-1}
      // Keeps the focus: the button disappears at the end.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPress}
    >
      <Icon size={22} aria-hidden />
    </button>
  );
}
