import { Pause, Play } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import 'yet-another-react-lightbox/styles.css';
import Viewer, { type GenericSlide, type Slide, type SlideImage, useLightboxState } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { isAnimated, type Media, type Picture, type Video } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { IMAGE_WIDTHS, imagePath, stillPath } from '#projections/kernel/imagePath.ts';
import type { Post } from '#projections/post/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { LESS_MOTION, useMediaQuery, useMobile } from '../../kit/useMediaQuery.ts';
import { useLocalFiles } from '../../sync/hooks.ts';
import { placePath } from '../share/placePath.ts';
import { albumName } from './albumName.ts';
import { useFullSize } from './fullSize.ts';
import styles from './Lightbox.module.css';
import { mediaName } from './mediaName.ts';
import VideoPlayer from './VideoPlayer.tsx';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    readonly 'post-video': VideoSlide;
  }
  interface SlideImage {
    /** Name of a picture that moves; only for people who want less motion. */
    readonly moving?: string;
  }
}

/** A video among the photos, drawn by our own player. */
interface VideoSlide extends GenericSlide {
  readonly type: 'post-video';
  readonly media: Video;
  readonly name: string;
}

/** Screen pixels of one picture pixel at the greatest zoom. */
const MAX_ZOOM = 3;

/** URLs of files that only this browser has, by the name that stands for them in the post. */
function useLocalUrls(media: readonly Media[]): ReadonlyMap<string, string> {
  const names = useMemo(() => media.map(({ name }) => name), [media]);
  const files = useLocalFiles(names);
  const urls = useMemo(
    () =>
      new Map(
        names.flatMap((name, index) => {
          const file = files[index] ?? null;
          return file === null ? [] : [[name, URL.createObjectURL(file)] as const];
        }),
      ),
    [names, files],
  );
  useEffect(
    () => () => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return urls;
}

function slideOf(folder: string, photo: Picture, path: typeof imagePath): SlideImage {
  const { width, height, name } = photo;
  const whole = { src: path(folder, name), width, height };
  const smaller = IMAGE_WIDTHS.filter((each) => each < width).map((each) => ({
    src: path(folder, name, each),
    width: each,
    height: Math.round((each * height) / width),
  }));
  return { ...whole, srcSet: [...smaller, whole] };
}

/** Pixels above and below a player that are left to the head. */
const PLAYER_MARGIN_PX = 64;

/** A player as large as the window lets it be. */
function shapeOf({ width, height }: Video): CSSProperties {
  return {
    aspectRatio: `${width} / ${height}`,
    width: `min(100vw, calc((100dvh - ${2 * PLAYER_MARGIN_PX}px) * ${(width / height).toFixed(4)}))`,
    height: 'auto',
  };
}

/** Photos and videos in full size: arrow keys and swipes go through them, pinch and double tap zoom, Escape and Back close. */
export default function Lightbox(props: {
  readonly post: Post;
  readonly media: readonly Media[];
  readonly author: string;
  /** The one to begin with, from 0. */
  readonly index: number;
  /** It lies over the page of the post: closing leads there. */
  readonly isOverPost: boolean;
  readonly onView: (index: number) => void;
  /** It was closed by one of its own ways, and is faded out. */
  readonly onClosed: () => void;
}) {
  const { post, media, author } = props;
  const folder = postFolder(post.id);
  const local = useLocalUrls(media);
  const wantsLessMotion = useMediaQuery(LESS_MOTION);
  const [playing, setPlaying] = useState<string | null>(null);
  const slides = useMemo(
    () =>
      media.map((file, index): Slide => {
        const alt = mediaName(media, index, author);
        if (file.kind === 'video') return { type: 'post-video', media: file, name: alt };
        const own = local.get(file.name);
        if (own !== undefined) return { src: own, alt, width: file.width, height: file.height };
        if (!wantsLessMotion || !isAnimated(file)) return { ...slideOf(folder, file, imagePath), alt };
        return { ...slideOf(folder, file, playing === file.name ? imagePath : stillPath), alt, moving: file.name };
      }),
    [folder, media, author, local, wantsLessMotion, playing],
  );
  useEffect(() => () => useFullSize.setState({ shown: null }), []);
  // A second entry of the same page would make Back alternate between the two.
  const toPost = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!props.isOverPost || opensElsewhere) return;
    event.preventDefault();
    props.onClosed();
  };
  const single = media.length === 1;
  const mobile = useMobile();
  return (
    <Viewer
      open
      className={styles.lightbox}
      index={props.index}
      slides={slides}
      plugins={[Zoom]}
      carousel={{ finite: true, padding: 0, preload: 1 }}
      // A double tap goes to the greatest zoom, the next one back.
      zoom={{ maxZoomPixelRatio: MAX_ZOOM, scrollToZoom: true, doubleClickMaxStops: 1 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      toolbar={{
        buttons: [
          <Link key="post" className={styles.toPost} to={placePath(post)} onClick={toPost}>
            View post
          </Link>,
          'close',
        ],
      }}
      render={{
        // Fingers zoom.
        ...(mobile ? { buttonZoom: () => null } : {}),
        controls: () => <Head post={post} author={author} />,
        slide: ({ slide, offset }) =>
          slide.type === 'post-video' ? (
            <div className={styles.video}>
              {/* Only the one that is looked at: the others would be heard without being seen. */}
              {offset === 0 && (
                <VideoPlayer folder={folder} media={slide.media} name={slide.name} style={shapeOf(slide.media)} />
              )}
            </div>
          ) : undefined,
        slideFooter: ({ slide }) =>
          slide.type === 'post-video' || slide.moving === undefined ? null : (
            <PlayButton
              isPlaying={slide.moving === playing}
              onPress={() => setPlaying(slide.moving === playing ? null : (slide.moving ?? null))}
            />
          ),
        ...(single ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
      labels={{
        Lightbox: albumName(media, author),
        Previous: 'Previous photo',
        Next: 'Next photo',
        '{index} of {total}': 'Photo {index} of {total}',
      }}
      close={props.onClosed}
      on={{
        view: ({ index }) => {
          useFullSize.setState({ shown: { postId: post.id, index } });
          setPlaying(null);
          props.onView(index);
        },
      }}
    />
  );
}

/** Lets a picture move, for people who want less motion, and holds it again. */
function PlayButton({ isPlaying, onPress }: { readonly isPlaying: boolean; readonly onPress: () => void }) {
  const Icon = isPlaying ? Pause : Play;
  return (
    <button type="button" className={styles.play} onClick={onPress}>
      <Icon size={18} fill="currentColor" aria-hidden />
      {isPlaying ? 'Pause' : 'Play'}
    </button>
  );
}

/** Whose they are, how old, and which of them is shown (FEED-29). */
function Head({ post, author }: { readonly post: Post; readonly author: string }) {
  const { currentIndex, slides } = useLightboxState();
  return (
    <div className={styles.head}>
      <bdi className={styles.author}>{author}</bdi>
      <span className={styles.facts}>
        {slides.length > 1 && (
          <>
            <span>
              {currentIndex + 1} / {slides.length}
            </span>
            {' · '}
          </>
        )}
        <Age at={post.createdAt} />
      </span>
    </div>
  );
}
