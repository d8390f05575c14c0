import { type CSSProperties, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import 'yet-another-react-lightbox/styles.css';
import Viewer, { type GenericSlide, type Slide, type SlideImage, useLightboxState } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { Media, Picture, Video } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import type { Post } from '#projections/post/collections.ts';
import { Age } from '../../kit/Age.tsx';
import { IMAGE_WIDTHS, imagePath } from '../../kit/picture/imagePath.ts';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { useOutbox } from '../../sync/hooks.ts';
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
function useLocalFiles(media: readonly Media[]): ReadonlyMap<string, string> {
  const outbox = useOutbox();
  const urls = useMemo(() => {
    const names = new Set(media.map(({ name }) => name));
    const uploads = outbox.flatMap((entry) => entry.uploads).filter(({ name }) => names.has(name));
    return new Map(uploads.map(({ name, file }) => [name, URL.createObjectURL(file)]));
  }, [media, outbox]);
  useEffect(
    () => () => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return urls;
}

function slideOf(folder: string, photo: Picture, alt: string, local: string | undefined): SlideImage {
  const { width, height, name } = photo;
  if (local !== undefined) return { src: local, alt, width, height };
  const whole = { src: imagePath(folder, name), width, height };
  const smaller = IMAGE_WIDTHS.filter((each) => each < width).map((each) => ({
    src: imagePath(folder, name, each),
    width: each,
    height: Math.round((each * height) / width),
  }));
  return { ...whole, alt, srcSet: [...smaller, whole] };
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
  readonly onView: (index: number) => void;
  /** It was closed by one of its own ways, and is faded out. */
  readonly onClosed: () => void;
}) {
  const { post, media, author } = props;
  const folder = postFolder(post.id);
  const local = useLocalFiles(media);
  const slides = useMemo(
    () =>
      media.map((file, index): Slide => {
        const name = mediaName(media, index, author);
        if (file.kind === 'video') return { type: 'post-video', media: file, name };
        return slideOf(folder, file, name, local.get(file.name));
      }),
    [folder, media, author, local],
  );
  useEffect(() => () => useFullSize.setState({ shown: null }), []);
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
      zoom={{ maxZoomPixelRatio: MAX_ZOOM, scrollToZoom: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      toolbar={{
        buttons: [
          <Link key="post" className={styles.toPost} to={placePath(post)}>
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
          props.onView(index);
        },
      }}
    />
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
